import type { ChatEndpoint, ChatPart, ChatProvider } from '@model-gateway/core/chat';
import { wait } from '@model-gateway/core/kit';
import { demoAnswer } from '@model-gateway/providers/demo';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { createTiming } from '../latency/create-timing.ts';
import type { Latency } from '../latency/latency.ts';

/** How the conversations of a world are continued. */
export interface ChatFaceOptions {
  readonly seed: number;
  readonly clock: VirtualClock;
  readonly latency: Latency;
}

/** Continues conversations with a company's models, as the provider `demo` does: the same each time. */
export function chatFace(
  endpoints: ReadonlyMap<string, ChatEndpoint>,
  { seed, latency, clock: tenantClock }: ChatFaceOptions,
): ChatProvider {
  const timing = createTiming(latency, seed);
  return {
    endpoint: (model) => endpoints.get(model),
    async answer({ request: chat }, { signal, dispatched }) {
      signal.throwIfAborted();
      dispatched();
      const steps = countedSteps(tenantClock, async function* ({ clock }) {
        /** Not from when the last step was taken: a slow reader makes the work no slower. */
        let due = clock.now();
        let count = 0;
        for (const step of demoAnswer(chat)) {
          if (isOutput(step)) {
            const stage = count === 0 ? 'first' : 'delta';
            due += timing({ stage, operation: 'createChatCompletion', chat }, count++);
          }
          if (due > clock.now()) await wait(clock, due - clock.now(), signal);
          yield step;
        }
      });
      return { lane: 'parts', steps };
    },
  };
}

function isOutput(step: readonly ChatPart[]): boolean {
  return step.some(({ type }) => type === 'delta');
}
