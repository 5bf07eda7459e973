import type { ChatPart, ChatRequest } from '@model-gateway/core/chat';
import { wait } from '@model-gateway/core/kit';
import type { Waiting } from '../clock/counted-steps.ts';
import type { Timing } from '../latency/create-timing.ts';

/**
 * Answers one conversation in place of the tenant's providers: prepares, and then plays the answer.
 * What it throws while it prepares is the answer.
 */
export type ChatScript = (request: ChatRequest, signal: AbortSignal) => Promise<ChatPlay>;

/** Sends the parts of an answer. The work counts as under way, unless it waits with `waiting`. */
export type ChatPlay = (waiting: Waiting) => AsyncGenerator<readonly ChatPart[], void>;

/**
 * Plays steps that are known, each piece at its time on the clock. What is due together is sent
 * together, unless each event of the stream is looked at by itself.
 */
export function pacedPlay(
  steps: readonly (readonly ChatPart[])[],
  timing: Timing,
  chat: ChatRequest,
  { signal, isByEvent = false }: { readonly signal: AbortSignal; readonly isByEvent?: boolean },
): ChatPlay {
  return async function* ({ clock }) {
    /** Not from when the last step was taken: a slow reader makes the work no slower. */
    let due = clock.now();
    let count = 0;
    let ready: ChatPart[] = [];
    for (const step of steps) {
      if (step.some(({ type }) => type === 'delta')) {
        const stage = count === 0 ? 'first' : 'delta';
        due += timing({ stage, operation: 'createChatCompletion', chat }, count++);
      }
      const isEarly = due > clock.now();
      if (ready.length > 0 && (isByEvent || isEarly)) {
        yield ready;
        ready = [];
      }
      // Its reader may have taken its time.
      if (isEarly && due > clock.now()) await wait(clock, due - clock.now(), signal);
      ready.push(...step);
    }
    if (ready.length > 0) yield ready;
  };
}
