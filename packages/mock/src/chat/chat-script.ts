import type { ChatPart, ChatRequest } from '@model-gateway/core/chat';
import { wait } from '@model-gateway/core/kit';
import type { Waiting } from '../clock/counted-steps.ts';
import type { Timing } from '../latency/create-timing.ts';

/**
 * Answers one conversation in place of the tenant's providers: prepares, and then plays the answer.
 * What it throws while it prepares is the answer.
 */
export type ChatScript = (request: ChatRequest, signal: AbortSignal) => Promise<ChatPlay>;

/**
 * The parts of an answer where all are there at once; else what sends them, whose work counts as under
 * way, unless it waits with `waiting`.
 */
export type ChatPlay = readonly ChatPart[] | Sending;

type Sending = (waiting: Waiting) => AsyncGenerator<readonly ChatPart[], void>;

/** When and in which way the steps of an answer are sent. */
interface Pace {
  readonly timing: Timing;
  readonly chat: ChatRequest;
  readonly signal: AbortSignal;
  readonly isByEvent?: boolean;
  /** Thrown at the end of the steps, of an answer that breaks off there. */
  readonly breaksWith?: (() => Error) | undefined;
}

/**
 * Plays steps that are known, each piece at its time on the clock. What is due together is sent
 * together, unless each event of the stream is looked at by itself.
 */
export function pacedPlay(steps: readonly (readonly ChatPart[])[], pace: Pace): Sending {
  // A generator function made for each answer would keep the request in memory: V8 gives each a map.
  return (waiting) => paced(waiting, steps, pace);
}

async function* paced(
  { clock }: Waiting,
  steps: readonly (readonly ChatPart[])[],
  { timing, chat, signal, isByEvent = false, breaksWith }: Pace,
): AsyncGenerator<readonly ChatPart[], void> {
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
  if (breaksWith !== undefined) throw breaksWith();
}
