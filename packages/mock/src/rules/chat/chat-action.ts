import { oncePerObject } from '@model-gateway/core/kit';
import { checkAnswerOptions } from '../../chat/answer-options.ts';
import { isFailure } from '../../chat/answer-parts.ts';
import { checkStep } from '../../chat/check-step.ts';
import { isConversationLike, positionIn, type ChatPattern } from '../../chat/chat-pattern.ts';
import { mismatchOf } from '../../chat/mismatch.ts';
import { diagnostic } from '../../diagnostics.ts';
import { createTiming } from '../../latency/create-timing.ts';
import type { Action } from '../action.ts';
import { readTimes } from '../read-times.ts';
import type { RuleContext, RuleTenant } from '../rule-context.ts';
import { answered, type Manner } from './answering.ts';
import type { ChatStep } from './chat-step.ts';
import { delivering, Served } from './served.ts';

/** Answers to conversations, as a word of rules makes them. */
export interface ChatPlan extends Manner {
  readonly steps: readonly ChatStep[];
  /**
   * Which step a request gets: always the first, by its transcript, by its turn, or the errors before
   * the answer once each.
   */
  readonly by: 'first' | 'transcript' | 'turn' | 'errors';
  /** What a request behind the last step gets. */
  readonly after: 'repeat' | 'pass' | 'refuse';
  /** What the conversation is like, where the transcript says which step is due. */
  readonly pattern: ChatPattern;
}

/** Makes the action of a plan. Throws GW1211, GW1212 and others for what is invalid. */
export function chatAction(plan: ChatPlan): Action {
  const { word, steps, options } = plan;
  check(plan);
  const servedIn = oncePerObject<RuleTenant, Served>(() => new Served());
  const servedOf = ({ tenant }: RuleContext) => servedIn(tenant);
  let misfit: string | undefined;
  return {
    name: word,
    times: readTimes(options.times ?? Infinity),
    does: { action: word, delayMs: 0 },
    skipsRules: 'always',
    matches: async (context) =>
      plan.by !== 'transcript' || (await placeOf(plan, servedOf(context), context)) !== undefined,
    async mismatch(context) {
      if (plan.by !== 'transcript') return undefined;
      if ((await placeOf(plan, servedOf(context), context)) !== undefined) return undefined;
      const conversation = await context.conversation();
      const why = conversation && mismatchOf(conversation, plan.pattern);
      return why ?? `all of its steps are given: the ${word} is over`;
    },
    async repeats(context) {
      return servedOf(context).repeated(await context.identity(), context) !== undefined;
    },
    async answer(context, next) {
      const served = servedOf(context);
      const identity = await context.identity();
      const place = await placeOf(plan, served, context);
      const step = place === undefined ? undefined : steps[place];
      if (place === undefined || step === undefined) {
        misfit ??= pastTheEnd(plan).message;
        throw pastTheEnd(plan);
      }
      const given = served.repeated(identity, context) ?? served.give(identity, place);
      const { response, isFailure: hasFailed } = await answered(
        step,
        plan,
        context,
        next,
        (message) => (misfit ??= message),
      );
      if (!hasFailed) return delivering(response, given, context);
      served.failed(identity);
      return response;
    },
    unmet: () => misfit,
  };
}

/**
 * Returns the position of the step that is due; the number of steps for a request behind them that
 * is to be refused, and undefined for one that the rule passes on.
 */
async function placeOf(
  { by, steps, after, pattern }: ChatPlan,
  served: Served,
  context: RuleContext,
): Promise<number | undefined> {
  if (by === 'first') return 0;
  const identity = await context.identity();
  const repeated = served.repeated(identity, context);
  if (by === 'errors') return placeAt(0, steps, served.failures(identity));
  if (by === 'turn') return Math.min(repeated?.step ?? served.count, steps.length - 1);
  const conversation = await context.conversation();
  const position = conversation && positionIn(conversation, pattern);
  if (conversation === undefined || position === undefined) return undefined;
  const place = placeAt(position, steps, served.failures(identity));
  if (place < steps.length) return place;
  // Once the user says something else, the script is over.
  return after === 'refuse' && isConversationLike(conversation, pattern) ? place : undefined;
}

/**
 * The transcript holds answers alone, so the errors before the answer that is due count by how many
 * of them the same request has got.
 */
function placeAt(position: number, steps: readonly ChatStep[], failures: number): number {
  const answers = steps.flatMap((step, place) => (isError(step) ? [] : [place]));
  const due = answers[position] ?? steps.length;
  const first = position === 0 ? 0 : (answers[position - 1] ?? steps.length) + 1;
  return Math.min(first + failures, due);
}

function isError(step: ChatStep): boolean {
  return typeof step === 'object' && isFailure(step);
}

function pastTheEnd({ word, steps }: ChatPlan): Error {
  const count = steps.length === 1 ? 'one step' : `${steps.length} steps`;
  return diagnostic(
    'GW1214',
    `the app asked once more after the last step: the ${word} of this rule has ${count}`,
  );
}

function check({ word, steps, options }: ChatPlan): void {
  checkAnswerOptions(word, options);
  createTiming({ first: options.pace?.first ?? 0, delta: options.pace?.every ?? 0 }, 0);
  if (steps.length === 0) {
    throw diagnostic('GW1212', `${word}() takes at least one step: text, parts, or a function`);
  }
  if (word === 'call' && isEmpty(steps[0])) {
    throw diagnostic(
      'GW1212',
      "call() takes the name of a tool, as in call('weather', { place: 'Oslo' })",
    );
  }
  for (const step of steps) checkStep(`${word}() takes`, step);
}

function isEmpty(step: ChatStep | undefined): boolean {
  return Array.isArray(step) && step.length === 0;
}
