import { GatewayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ImageEvent, ReferenceImage } from '../ports/image-provider.ts';
import { isProviderFailure } from '../ports/provider-failure.ts';
import { wait } from '../ports/wait.ts';
import type { AttemptTrace } from '../telemetry/attempt-trace.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import { startAttempt, type Attempt, type AttemptLimits } from './attempt.ts';
import type { Breakers } from '../inference/attempts/breakers.ts';
import type { Holding } from '../inference/attempts/held-bytes.ts';
import type { ImageWarning } from './capability.ts';
import type { Candidate } from './candidates.ts';
import { isOutput, isPreview } from './image-data.ts';
import {
  errorOfAttempts,
  FAILURE_POLICY,
  type FailedAttempt,
} from '../inference/attempts/failure-policy.ts';

/** An attempt that produced a response: from then on the provider does not change. */
export interface AcceptedAttempt {
  readonly candidate: Candidate;
  /**
   * All events, from the first. A buffered job's events are complete; a streamed job's arrive as
   * the provider sends them, and may end with a `ProviderFailure`.
   */
  readonly events: AsyncGenerator<ImageEvent, void>;
  /** The provider's warnings before its first output. */
  readonly warnings: readonly ImageWarning[];
}

export interface LoopContext {
  readonly clock: Clock;
  readonly breakers: Breakers;
  /** Counts what the request's attempt holds in memory. */
  readonly holding: Holding;
  /** From 0 to 1, for back-off. */
  readonly random: () => number;
  /** Aborts when the client leaves or the budget is used up. */
  readonly signal: AbortSignal;
  readonly trace?: GenerationTrace | undefined;
}

const MOST_ATTEMPTS = 3;
const SHORT_WAIT_MS = 2000;
const BACK_OFF_MS = 250;

/** Times of contract §4.6; the first byte of a stream is due sooner. */
const LIMITS: AttemptLimits = { connect: 5000, firstByte: 120_000, idle: 60_000, whole: 180_000 };
const STREAM_LIMITS: AttemptLimits = { ...LIMITS, firstByte: 60_000 };

/**
 * Tries the candidates in order until one responds: at most three attempts, the same endpoint a
 * second time only when nothing reached it or it asked for a short wait. A streamed job has
 * responded when its first frame can be written, a buffered one when it is complete; until then the
 * client has seen nothing, so the next candidate may take over. Throws the error for the client.
 */
export async function runAttempts(
  candidates: readonly Candidate[],
  references: readonly ReferenceImage[],
  context: LoopContext,
): Promise<AcceptedAttempt> {
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
  // A client that leaves is not a provider's failure; the end of the budget is, as its reason says.
  if (context.signal.aborted && !isProviderFailure(context.signal.reason)) {
    throw context.signal.reason;
  }
  const [first, ...others] = failed;
  if (first === undefined) throw allCoolingDown(candidates, context.breakers);
  throw errorOfAttempts([first, ...others]);
}

interface Failed {
  readonly failed: FailedAttempt;
  readonly isDispatched: boolean;
}

async function tryCandidate(
  candidate: Candidate,
  references: readonly ReferenceImage[],
  { clock, breakers, holding, signal, trace }: LoopContext,
): Promise<AcceptedAttempt | Failed> {
  const { provider, key } = candidate;
  const job = { ...candidate.job, references };
  const started = clock.now();
  const limits = job.stream ? STREAM_LIMITS : LIMITS;
  const attempt = startAttempt(provider, job, { clock, limits, signal, holding });
  const reportOutcome = outcomeReporter(key, breakers, signal, trace?.attempt(provider.slug));
  try {
    const opening = await openingOf(attempt, job.stream);
    const warnings = opening.filter((event) => event.type === 'warning');
    return { candidate, warnings, events: supervised(opening, attempt, reportOutcome) };
  } catch (error) {
    holding.end();
    await attempt.events.return();
    reportOutcome(error);
    if (!isProviderFailure(error)) throw error;
    const { failure, message, retryAfterMs } = error;
    return {
      failed: { provider, failure, message, retryAfterMs, ms: clock.now() - started },
      isDispatched: attempt.isDispatched(),
    };
  }
}

/** Reports how an attempt ended: with `SUCCESS`, with an error, or inconclusively. */
type OutcomeReporter = (ending: unknown) => void;

const SUCCESS = Symbol('success');

/**
 * Reports once to the breaker and to the trace how an attempt ended, at the latest when the request
 * ends, because its events may never be read.
 */
function outcomeReporter(
  key: string,
  breakers: Breakers,
  signal: AbortSignal,
  trace: AttemptTrace | undefined,
): OutcomeReporter {
  let isReported = false;
  const report: OutcomeReporter = (ending) => {
    if (isReported) return;
    isReported = true;
    // The end of the whole request's time says nothing about the endpoint tried last.
    const isConclusive = isProviderFailure(ending) && ending !== signal.reason;
    if (ending === SUCCESS) breakers.succeeded(key);
    else if (isConclusive && FAILURE_POLICY[ending.failure].countsAgainstEndpoint)
      breakers.failed(key);
    else breakers.abandoned(key);
    if (ending === SUCCESS) trace?.succeeded();
    else if (isFailure(ending, signal)) trace?.failed(ending);
    else trace?.abandoned();
  };
  signal.addEventListener('abort', () => report(signal.reason), { once: true });
  return report;
}

/**
 * Returns whether an attempt ended for a reason of its own. The end of the budget is a failure,
 * too.
 */
function isFailure(ending: unknown, signal: AbortSignal): boolean {
  return isProviderFailure(ending) || (ending !== undefined && !signal.aborted);
}

/**
 * Returns the events needed before the client sees anything: all of a buffered response, and of a
 * stream enough for its first frame. An image alone is not enough: it is sent only when it is known
 * whether more follows, and until then the provider may still fail unnoticed.
 */
async function openingOf({ events }: Attempt, isStream: boolean): Promise<ImageEvent[]> {
  const opening: ImageEvent[] = [];
  let outputs = 0;
  for (;;) {
    const { value, done } = await events.next();
    if (done) return opening;
    opening.push(value);
    if (value.type === 'done') return opening;
    if (isOutput(value)) outputs++;
    if (isStream && (isPreview(value) || outputs > 1)) return opening;
  }
}

/**
 * Yields the opening and the rest, and reports to the breaker how they end. Empties the opening, so
 * that its images do not stay in memory after they were delivered.
 */
async function* supervised(
  opening: ImageEvent[],
  { events }: Attempt,
  reportOutcome: OutcomeReporter,
): AsyncGenerator<ImageEvent, void> {
  try {
    for (let next = opening.shift(); next !== undefined; next = opening.shift()) yield next;
    yield* events;
    reportOutcome(SUCCESS);
  } catch (error) {
    reportOutcome(error);
    throw error;
  } finally {
    reportOutcome(undefined);
    await events.return();
  }
}

/** Returns whether nothing reached the endpoint, or it asked for a short enough wait. */
function mayRepeat({ failed: { failure, retryAfterMs }, isDispatched }: Failed): boolean {
  // It stays too large.
  if (failure === 'too-large') return false;
  if (!isDispatched) return true;
  const asksToWait = failure === 'rate-limited' || failure === 'overloaded';
  return asksToWait && retryAfterMs !== undefined && retryAfterMs <= SHORT_WAIT_MS;
}

function allCoolingDown(candidates: readonly Candidate[], breakers: Breakers): GatewayError {
  const cooldown = Math.min(...candidates.map(({ key }) => breakers.cooldownOf(key)));
  return new GatewayError('providerOverloaded', {
    metadata: { provider_name: candidates[0]?.provider.name, attempts: [] },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(cooldown / 1000))) },
  });
}

/** Waits; false when the request ended meanwhile. */
async function waited(milliseconds: number, { clock, signal }: LoopContext): Promise<boolean> {
  if (milliseconds <= 0) return true;
  return wait(clock, milliseconds, signal).then(
    () => true,
    () => false,
  );
}
