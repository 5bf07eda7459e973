import { GatewayError } from '@model-gateway/core';
import { finishResponse, requestIdOf, type GatewayResponse } from '@model-gateway/core/http';
import type { AnswerOptions } from '../../chat/answer-options.ts';
import { isFailure, partsOf, type ChatAnswer, type ChatFailure } from '../../chat/answer-parts.ts';
import { checkStep } from '../../chat/check-step.ts';
import { answerSteps } from '../../chat/answer-steps.ts';
import { pacedPlay, type ChatScript } from '../../chat/chat-script.ts';
import type { Conversation } from '../../chat/conversation.ts';
import { failureNamed, messageOf } from '../../chat/failures.ts';
import { settleAnswer } from '../../chat/settle-answer.ts';
import { diagnostic, isDiagnostic } from '../../diagnostics.ts';
import { FINAL } from '../../http/retry-headers.ts';
import { createTiming } from '../../latency/create-timing.ts';
import { injectedError } from '../actions/injected-error.ts';
import type { Next } from '../rule.ts';
import type { RuleContext } from '../rule-context.ts';
import type { ChatStep } from './chat-step.ts';
import { filledIn } from './template.ts';

/** What became of a step. */
export interface Answered {
  readonly response: GatewayResponse;
  readonly isFailure: boolean;
}

/** How the answers of a rule are given. */
export interface Manner {
  /** `say`, `script` and so on. */
  readonly word: string;
  readonly options: AnswerOptions;
  /** Whether text is said as it is; otherwise `{{last}}` and its like are filled in. */
  readonly isLiteral?: boolean;
}

/**
 * Answers a request with a step: through the gateway, so that a request that it refuses is refused,
 * and what it takes is paid for. `onMisfit` is called for a step that the request does not allow.
 */
export async function answered(
  step: ChatStep,
  { word, options, isLiteral = false }: Manner,
  context: RuleContext,
  next: Next,
  onMisfit: (message: string) => void,
): Promise<Answered> {
  let failure: GatewayResponse | undefined;
  const chat: ChatScript = async (request, signal) => {
    const conversation = await context.conversation();
    // A rule for conversations matches nothing else.
    if (conversation === undefined) throw new GatewayError('internal');
    const decided = await decidedBy(step, conversation, word).catch(refuse);
    if (typeof decided === 'object' && isFailure(decided)) {
      failure = await failed(decided, context);
      throw new GatewayError('providerFailed');
    }
    const { seed, clock, isLenient, promptCache } = context.tenant;
    const said = partsOf(decided);
    const isUnchecked = options.unchecked === true || said.some(({ unchecked }) => unchecked);
    const checks = {
      unchecked: isUnchecked || isLenient,
      isCut: options.finish === 'length',
      seed,
      now: clock.now(),
    };
    const parts = isLiteral ? said : said.map((part) => filledIn(part, conversation));
    const settled = await settleAnswer(parts, conversation.request, checks).catch(refuse);
    const asked = { ...conversation.request, maxOutputTokens: request.maxOutputTokens ?? Infinity };
    const timing = timingOf(options, context);
    const cached = promptCache.ask(asked, clock.now());
    const given = isUnchecked ? { ...options, unchecked: true as const } : options;
    const { isByEvent } = context;
    const isAtOnce = timing.isAtOnce && !isByEvent;
    const steps = answerSteps(settled, asked, given, { cached, isAtOnce });
    if (isAtOnce) return steps.flat();
    return pacedPlay(steps, { timing, chat: request, signal, isByEvent });
  };
  context.chat = chat;
  const response = await next();
  return { response: failure ?? response, isFailure: failure !== undefined };

  /** The author of the rule reads it, so it says what was thrown. */
  function refuse(thrown: unknown): never {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const { message } = isDiagnostic(thrown)
      ? thrown
      : diagnostic('GW1201', `a function of a rule for conversations threw: ${said}`);
    onMisfit(message);
    throw new GatewayError('internal', { message, headers: FINAL, cause: thrown });
  }
}

/** Nobody means more functions in each other. */
const DEEPEST = 10;

async function decidedBy(
  step: ChatStep,
  conversation: Conversation,
  word: string,
): Promise<ChatAnswer | ChatFailure> {
  let decided: ChatStep = step;
  for (let depth = 0; typeof decided === 'function'; depth++) {
    if (depth === DEEPEST) throw new Error('a function returns functions without end');
    decided = await decided(conversation);
    checkStep(`a function of ${word}() must return`, decided);
  }
  return decided;
}

async function failed({ fail }: ChatFailure, context: RuleContext): Promise<GatewayResponse> {
  const failure = failureNamed(fail);
  const { status, type } = failure;
  const metadata = type === undefined ? undefined : { error_type: type };
  const { request, operation } = context;
  const message = messageOf(failure, operation, await context.json());
  const response = injectedError(status, { message, metadata }, context);
  return finishResponse(request, response, requestIdOf(request));
}

function timingOf({ pace }: AnswerOptions, { tenant }: RuleContext) {
  if (pace?.first === undefined && pace?.every === undefined) return tenant.timing;
  return createTiming({ first: pace.first ?? 0, delta: pace.every ?? 0 }, tenant.seed);
}
