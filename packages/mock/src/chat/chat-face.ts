import type { ChatEndpoint, ChatProvider } from '@model-gateway/core/chat';
import { demoAnswer } from '@model-gateway/providers/demo';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { createTiming } from '../latency/create-timing.ts';
import type { Latency } from '../latency/latency.ts';
import { countInput } from './count-tokens.ts';
import { pacedPlay, type ChatScript } from './chat-script.ts';

/** How the conversations of a world are continued. */
export interface ChatFaceOptions {
  readonly seed: number;
  readonly clock: VirtualClock;
  readonly latency: Latency;
}

/** Continues conversations with a company's models, as the provider `demo` does: the same each time. */
export function chatFace(
  endpoints: ReadonlyMap<string, ChatEndpoint>,
  { seed, latency, clock }: ChatFaceOptions,
): ChatProvider {
  return scriptedChat((model) => endpoints.get(model), demoScript(latency, seed), clock);
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
      return { steps: countedSteps(clock, play) };
    },
    countTokens: async ({ request }) => countInput(request),
  };
}

function demoScript(latency: Latency, seed: number): ChatScript {
  const timing = createTiming(latency, seed);
  return async (request, signal) => pacedPlay(demoAnswer(request), timing, request, signal);
}
