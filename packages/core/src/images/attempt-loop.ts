import { GatewayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import {
  isProviderFailure,
  type ImageEvent,
  type ProviderFailure,
  type ReferenceImage,
} from '../ports/image-provider.ts';
import { abortable } from './abortable.ts';
import { startAttempt, type Attempt, type AttemptLimits } from './attempt.ts';
import type { Breakers } from './breakers.ts';
import type { Candidate } from './candidates.ts';
import { isOutput } from './image-data.ts';
import { errorOfAttempts, FAILURE_POLICY, type FailedAttempt } from './failure-policy.ts';

/** A candidate that answered: from here on the provider does not change. */
export interface Committed {
  readonly candidate: Candidate;
  /**
   * Everything, from the first event on. A buffered job's events are all there already; a streamed
   * job's come as the provider sends them, and may end with a `ProviderFailure`.
   */
  readonly events: AsyncGenerator<ImageEvent, void>;
}

export interface LoopContext {
  readonly clock: Clock;
  readonly breakers: Breakers;
  /** From 0 to 1, for back-off. */
  readonly random: () => number;
  /** Aborts when the client leaves or the budget is used up. */
  readonly signal: AbortSignal;
}

const MOST_ATTEMPTS = 3;
const SHORT_WAIT_MS = 2000;
const BACK_OFF_MS = 250;

/** Times of decisions §4.6 and the plan for images; a stream's first byte comes sooner. */
const LIMITS: AttemptLimits = { connect: 5000, firstByte: 120_000, idle: 60_000, whole: 180_000 };
const STREAM_LIMITS: AttemptLimits = { ...LIMITS, firstByte: 60_000 };

/**
 * Tries the candidates in order until one answers: at most three attempts, the same endpoint a
 * second time only when nothing reached it or it asked for a short wait. A streamed job has
 * answered with its first image data, a buffered one when it is complete; until then the client has
 * seen nothing, so the next candidate may take over. Throws the error that the client gets.
 */
export async function runAttempts(
  candidates: readonly Candidate[],
  references: readonly ReferenceImage[],
  context: LoopContext,
): Promise<Committed> {
  const failed: FailedAttempt[] = [];
  const queue = candidates.map((candidate) => ({ candidate, isRetry: false, notBefore: 0 }));
  for (let next = queue.shift(); next !== undefined && failed.length < MOST_ATTEMPTS;) {
    const { candidate, isRetry, notBefore } = next;
    if (!(await waited(notBefore - context.clock.now(), context))) break;
    if (context.breakers.admit(candidate.key)) {
      const outcome = await tryCandidate(candidate, references, context);
      if ('events' in outcome) return outcome;
      failed.push(outcome.failed);
      if (context.signal.aborted || !FAILURE_POLICY[outcome.failed.failure].tryNext) break;
      if (!isRetry && mayRepeat(outcome)) {
        const backOff = context.random() * BACK_OFF_MS * 2 ** failed.length;
        const pause = Math.max(backOff, outcome.failed.retryAfterMs ?? 0);
        queue.push({ candidate, isRetry: true, notBefore: context.clock.now() + pause });
      }
    }
    next = queue.shift();
  }
  // The client's leaving is no failure of a provider; the end of the budget is, by its reason.
  if (context.signal.aborted && !isProviderFailure(context.signal.reason)) {
    throw context.signal.reason;
  }
  const [first, ...others] = failed;
  if (first === undefined) throw allResting(candidates, context.breakers);
  throw errorOfAttempts([first, ...others]);
}

interface Failed {
  readonly failed: FailedAttempt;
  readonly isDispatched: boolean;
}

async function tryCandidate(
  candidate: Candidate,
  references: readonly ReferenceImage[],
  { clock, breakers, signal }: LoopContext,
): Promise<Committed | Failed> {
  const { provider, key } = candidate;
  const job = { ...candidate.job, references };
  const started = clock.now();
  const limits = job.stream ? STREAM_LIMITS : LIMITS;
  const attempt = startAttempt(provider, job, { clock, limits, signal });
  try {
    const first = await openingOf(attempt, job.stream);
    const events = supervised(first, attempt, key, breakers);
    return { candidate, events };
  } catch (error) {
    await attempt.events.return();
    if (!isProviderFailure(error)) {
      breakers.abandoned(key);
      throw error;
    }
    note(error, key, breakers);
    const { failure, message, retryAfterMs } = error;
    return {
      failed: { provider, failure, message, retryAfterMs, ms: clock.now() - started },
      isDispatched: attempt.isDispatched(),
    };
  }
}

/** The events that have to be there before the client sees anything. */
async function openingOf({ events }: Attempt, isStream: boolean): Promise<ImageEvent[]> {
  const opening: ImageEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) return opening;
    opening.push(value);
    if (value.type === 'done' || (isStream && isOutput(value))) return opening;
  }
}

/** The opening and the rest, while the breaker learns how it ends. */
async function* supervised(
  opening: readonly ImageEvent[],
  { events }: Attempt,
  key: string,
  breakers: Breakers,
): AsyncGenerator<ImageEvent, void> {
  let isOver = false;
  try {
    yield* opening;
    yield* events;
    breakers.succeeded(key);
    isOver = true;
  } catch (error) {
    if (isProviderFailure(error)) {
      note(error, key, breakers);
      isOver = true;
    }
    throw error;
  } finally {
    if (!isOver) breakers.abandoned(key);
    await events.return();
  }
}

function note({ failure }: ProviderFailure, key: string, breakers: Breakers): void {
  if (FAILURE_POLICY[failure].countsAgainstEndpoint) breakers.failed(key);
  else breakers.abandoned(key);
}

/** Nothing reached the endpoint, or it asked for a wait that is short enough. */
function mayRepeat({ failed: { failure, retryAfterMs }, isDispatched }: Failed): boolean {
  if (!isDispatched) return true;
  const asksToWait = failure === 'rate-limited' || failure === 'overloaded';
  return asksToWait && retryAfterMs !== undefined && retryAfterMs <= SHORT_WAIT_MS;
}

function allResting(candidates: readonly Candidate[], breakers: Breakers): GatewayError {
  const rest = Math.min(...candidates.map(({ key }) => breakers.restOf(key)));
  return new GatewayError('providerOverloaded', {
    metadata: { attempts: [] },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(rest / 1000))) },
  });
}

/** Waits; false when the request ended meanwhile. */
async function waited(milliseconds: number, { clock, signal }: LoopContext): Promise<boolean> {
  if (milliseconds <= 0) return true;
  let cancel = () => {};
  const over = new Promise<void>((resolve) => (cancel = clock.after(milliseconds, resolve)));
  try {
    await abortable(over, signal);
    return true;
  } catch {
    return false;
  } finally {
    cancel();
  }
}
