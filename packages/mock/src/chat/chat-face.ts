import { GatewayError } from '@model-gateway/core';
import type { ChatEndpoint, ChatProvider } from '@model-gateway/core/chat';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { FINAL } from '../http/retry-headers.ts';
import { createTiming, type Timing } from '../latency/create-timing.ts';
import type { Latency } from '../latency/latency.ts';
import { AllAtOnce } from './all-at-once.ts';
import { partsOf, type ChatAnswer } from './answer-parts.ts';
import { answerSteps } from './answer-steps.ts';
import { pacedPlay, type ChatScript } from './chat-script.ts';
import { countInput } from './count-tokens.ts';
import { defaultAnswer, type Unscripted } from './default-answer.ts';
import { cutOff, NAMED_MODELS, type NamedModel } from './named-models.ts';
import type { PromptCache } from './prompt-cache.ts';

/** How the conversations of a world are continued. */
export interface ChatFaceOptions {
  readonly seed: number;
  readonly clock: VirtualClock;
  readonly latency: Latency;
  /** What they answer where no rule does. */
  readonly unscripted: Unscripted;
  /** What they have seen lately. */
  readonly promptCache: PromptCache;
}

/** Continues conversations with a company's models by themselves, the same each time. */
export function chatFace(
  endpoints: ReadonlyMap<string, ChatEndpoint>,
  options: ChatFaceOptions,
): ChatProvider {
  return scriptedChat((model) => endpoints.get(model), defaultScript(options), options.clock);
}

/** Continues conversations with the models of these endpoints by a script. */
export function scriptedChat(
  endpoint: ChatProvider['endpoint'],
  script: ChatScript,
  clock: VirtualClock,
): ChatProvider {
  return {
    endpoint,
    async answer({ request }, { signal, dispatched }) {
      signal.throwIfAborted();
      dispatched();
      const play = await script(request, signal);
      return {
        steps: typeof play === 'function' ? countedSteps(clock, play) : new AllAtOnce(play),
      };
    },
    countTokens: async ({ request }) => countInput(request),
  };
}

/** What a company's models say by themselves; see `pacedPlay` for `isByEvent`. */
export function defaultScript(
  { latency, seed, clock, unscripted, promptCache }: ChatFaceOptions,
  isByEvent = false,
): ChatScript {
  const usual: NamedModel = { says: unscripted };
  const timings = new Map<NamedModel, Timing>();
  const timingOf = (model: NamedModel) => {
    const known = timings.get(model) ?? createTiming(model.latency ?? latency, seed);
    timings.set(model, known);
    return known;
  };
  return async (request, signal) => {
    const { model } = request;
    const named = Object.hasOwn(NAMED_MODELS, model) ? NAMED_MODELS[model] : undefined;
    const { says, cut, error } = named ?? usual;
    if (error !== undefined) throw error();
    let answer: ChatAnswer;
    try {
      answer = await defaultAnswer(says, request, { seed, now: clock.now() });
    } catch (thrown) {
      refuse(thrown);
    }
    const timing = timingOf(named ?? usual);
    const cached = promptCache.ask(request, clock.now());
    const isAtOnce = timing.isAtOnce && !isByEvent && cut === undefined;
    const steps = answerSteps(partsOf(answer), request, {}, { cached, isAtOnce });
    if (isAtOnce) return steps.flat();
    const pace = { timing, chat: request, signal, isByEvent };
    return cut === undefined
      ? pacedPlay(steps, pace)
      : pacedPlay(cut(steps), { ...pace, breaksWith: cutOff });
  };
}

/** The author of the test reads it, so it says what was thrown. */
function refuse(thrown: unknown): never {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `the mock has no answer by itself: ${said}; write a rule, as in tenant.chat().json(…)`;
  throw new GatewayError('internal', { message, headers: FINAL, cause: thrown });
}
