import { GatewayError, NO_RETRY } from '../../errors.ts';
import type { Arrivals } from '../../http/arrivals.ts';
import type { AttemptContext } from '../../ports/attempt-context.ts';
import { isProviderFailure, type FailureClass } from '../../ports/provider-failure.ts';
import { wait } from '../../ports/wait.ts';
import type { AttemptTrace } from '../../telemetry/attempt-trace.ts';
import type { WaitingRecord } from '../../telemetry/drained-call.ts';
import type { GenerationTrace } from '../../telemetry/generation-trace.ts';
import { Attempt, COMPLETE } from './attempt.ts';
import { AttemptMeter, type Metering } from './attempt-meter.ts';
import type { AttemptLimits } from './attempt-timer.ts';
import type { Breakers } from './breakers.ts';
import type { DrainedCalls, LeftCall, Listening } from './drained-calls.ts';
import type { FetchContext } from '../fetching/fetch-url.ts';
import type { EndpointStatistics } from '../statistics/endpoint-statistics.ts';
import {
  attemptsOf,
  errorOfAttempts,
  FAILURE_POLICY,
  isUnwritable,
  mayRepeat,
  mayTryNext,
  type FailedAttempt,
} from './failure-policy.ts';
import type { Holding } from './held-bytes.ts';

/** An endpoint that may serve the request. */
export interface EndpointId {
  readonly provider: { readonly slug: string; readonly name: string };
  readonly model: string;
}

/** How one kind of inference tries an endpoint. */
export interface AttemptRules<Candidate extends EndpointId, Step> {
  /** The member of the request that holds what went in, for a refusal of it: `prompt`. */
  readonly inputPath: string;
  limits(candidate: Candidate): AttemptLimits;
  /**
   * Does what an attempt needs before its time begins, after credits are reserved; undefined where
   * there is nothing to do. What it throws is the answer.
   */
  prepare?(candidate: Candidate, context: FetchContext): Promise<void> | undefined;
  /** Calls the provider. The steps end by themselves, or with a `ProviderFailure`. */
  start(candidate: Candidate, context: AttemptContext): Arrivals<Step>;
  /**
   * Returns what is called with each step, in order, until it says that the endpoint has responded:
   * the client would see something from then on, so that no other endpoint can take over. The end of
   * the steps is a response, too.
   */
  response(candidate: Candidate): (step: Step) => boolean;
  /** Whether a step is output, for the limits of it. */
  isOutput(step: Step): boolean;
  /** Called with each attempt that failed before it responded. */
  readonly onFailed?: ((candidate: Candidate, failure: FailureClass) => void) | undefined;
  /** How endpoints are compared; without it only their failures are counted. */
  readonly metering?: Metering<Step>;
  /**
   * Returns what listens to the rest when the client leaves after the request was sent; undefined for
   * an endpoint whose call then ends at once, as all do by default.
   */
  listening?(candidate: Candidate): Listening<Step> | undefined;
  /** Whether an endpoint may do what another failed to do; always by default. */
  mayFollow?(next: Candidate, failed: Candidate, failure: FailureClass): boolean;
}

/** An attempt that produced a response: from then on the provider does not change. */
export interface AcceptedAttempt<Candidate, Step> {
  readonly candidate: Candidate;
  /** The steps until the response. They come again with `steps`, which empties this list. */
  readonly opening: readonly Step[];
  /** All steps, from the first; may end with a `ProviderFailure`. */
  readonly steps: Arrivals<Step>;
}

export interface LoopContext extends FetchContext {
  readonly breakers: Breakers;
  readonly statistics: EndpointStatistics;
  /** Counts what the request's attempt holds in memory. */
  readonly holding: Holding;
  /** Reads for clients that have left. */
  readonly drained: DrainedCalls;
  /** From 0 to 1, for back-off. */
  readonly random: () => number;
  readonly trace?: GenerationTrace | undefined;
  readonly log?: WaitingRecord | undefined;
  /** Tells the operator. */
  readonly report: (error: unknown) => void;
}

const MOST_ATTEMPTS = 3;
const BACK_OFF_MS = 250;

/**
 * Tries the candidates in order until one responds: at most three attempts beside those that could
 * not be written, the same endpoint a second time only where `mayRepeat` allows it. Until then the
 * client has seen nothing, so the next candidate may take over. Throws the error for the client.
 * Source: contract §4.6.
 */
export async function runAttempts<Candidate extends EndpointId, Step>(
  rules: AttemptRules<Candidate, Step>,
  candidates: readonly Candidate[],
  context: LoopContext,
): Promise<AcceptedAttempt<Candidate, Step>> {
  const failed: FailedAttempt[] = [];
  const leftAlone: Candidate[] = [];
  let queue = candidates.map((candidate) => ({ candidate, isRetry: false, notBefore: 0 }));
  let asked = 0;
  for (let next = queue.shift(); next !== undefined && asked < MOST_ATTEMPTS;) {
    const { candidate, isRetry, notBefore } = next;
    // Only a repetition has to wait.
    if (isRetry && !(await waited(notBefore - context.clock.now(), context))) break;
    const mayBeTried = context.breakers.cooldownOf(candidate) === 0;
    const preparing = mayBeTried ? rules.prepare?.(candidate, context) : undefined;
    // Before the endpoint is asked for: it may take long, and one that recovers lets in only one.
    if (preparing !== undefined) await preparing;
    if (context.breakers.admit(candidate)) {
      const outcome = await tryCandidate(rules, candidate, context);
      if ('steps' in outcome) return outcome;
      const { failure, retryAfterMs } = outcome;
      failed.push(outcome);
      if (!isUnwritable(outcome)) asked++;
      rules.onFailed?.(candidate, failure);
      if (context.signal.aborted || !mayTryNext(outcome)) break;
      queue = queue.filter(
        (other) => rules.mayFollow?.(other.candidate, candidate, failure) ?? true,
      );
      if (!isRetry && mayRepeat(outcome)) {
        // One that was reached and has no load to blame needs no pause.
        const most = FAILURE_POLICY[failure].repeat === 'always' ? 0 : BACK_OFF_MS;
        const backOff = context.random() * most * 2 ** failed.length;
        const pause = Math.max(backOff, retryAfterMs ?? 0);
        queue.push({ candidate, isRetry: true, notBefore: context.clock.now() + pause });
      }
    } else leftAlone.push(candidate);
    next = queue.shift();
  }
  // A client that leaves is not a provider's failure; the end of the budget is, as its reason says.
  if (context.signal.aborted && !isProviderFailure(context.signal.reason)) {
    throw context.signal.reason;
  }
  const [first, ...others] = failed;
  // What nobody could write, one that is left alone might.
  const mightWrite = leftAlone.length > 0 && failed.every(isUnwritable);
  if (first === undefined || mightWrite) throw coolingDown(leftAlone, failed, context.breakers);
  throw errorOfAttempts([first, ...others], rules.inputPath);
}

async function tryCandidate<Candidate extends EndpointId, Step>(
  rules: AttemptRules<Candidate, Step>,
  candidate: Candidate,
  context: LoopContext,
): Promise<AcceptedAttempt<Candidate, Step> | FailedAttempt> {
  const { provider } = candidate;
  const { clock, holding, signal, trace } = context;
  const meter = new AttemptMeter<Step>(clock, rules.metering);
  const listening = rules.listening?.(candidate);
  const attempt = new Attempt<Step>({
    start: (provided) => rules.start(candidate, provided),
    isOutput(step) {
      const isOutput = rules.isOutput(step);
      meter.saw(step, isOutput);
      return isOutput;
    },
    clock,
    limits: rules.limits(candidate),
    holding,
    signal,
    onLeft: listening && drainer(listening, context),
    onEnd: outcomeReporter(candidate, meter, context, trace?.attempt(provider.slug)),
  });
  try {
    const opening = await attempt.open(rules.response(candidate));
    return { candidate, opening, steps: attempt };
  } catch (error) {
    holding.end();
    if (!isProviderFailure(error)) throw error;
    const { failure, message, retryAfterMs } = error;
    const { isDispatched } = attempt;
    return { provider, failure, message, retryAfterMs, isDispatched, ms: meter.ms };
  }
}

/** Returns what has a call read to its end, where there is room, for the records of the request. */
function drainer<Step>(
  listening: Listening<Step>,
  { drained, trace, log }: LoopContext,
): (call: LeftCall<Step>) => boolean {
  return (call) => {
    const begun = drained.begin(call, listening);
    if (begun === undefined) return false;
    trace?.drains(begun);
    log?.drains(begun);
    return true;
  };
}

/** Returns what reports to the breaker, the statistics and the trace how an attempt ended. */
function outcomeReporter(
  endpoint: EndpointId,
  meter: Pick<AttemptMeter<unknown>, 'measured'>,
  { breakers, statistics, signal, report }: LoopContext,
  trace: AttemptTrace | undefined,
): (ending: unknown) => void {
  return (ending) => {
    // The end of the whole request's time says nothing about the endpoint tried last.
    const failure = isProviderFailure(ending) && ending !== signal.reason ? ending : undefined;
    const { breaker, fault } = failure === undefined ? NOTHING : FAILURE_POLICY[failure.failure];
    let isNews = true;
    if (ending === COMPLETE) {
      breakers.succeeded(endpoint);
      statistics.succeeded(endpoint, meter.measured);
    } else if (breaker === 'ignores') breakers.abandoned(endpoint);
    else {
      isNews = breakers.failed(endpoint, breaker === 'opens');
      statistics.failed(endpoint);
    }
    if (fault !== undefined && isNews) {
      const { provider, model } = endpoint;
      const sentence = `the provider ${provider.slug} ${fault}, for ${model}: ${failure?.message}`;
      report(new Error(sentence, { cause: failure }));
    }
    if (ending === COMPLETE) trace?.succeeded();
    else if (isFailure(ending, signal)) trace?.failed(ending);
    else trace?.abandoned();
  };
}

/** What an attempt without a failure of its own says about the endpoint. */
const NOTHING = { breaker: 'ignores', fault: undefined } as const;

/**
 * Returns whether an attempt ended for a reason of its own. The end of the budget is a failure,
 * too.
 */
function isFailure(ending: unknown, signal: AbortSignal): boolean {
  return isProviderFailure(ending) || (ending !== undefined && !signal.aborted);
}

/** Where all refuse the gateway's own credential, waiting does not help. */
function coolingDown(
  candidates: readonly EndpointId[],
  failed: readonly FailedAttempt[],
  breakers: Breakers,
): GatewayError {
  const metadata = { provider_name: candidates[0]?.provider.name, attempts: attemptsOf(failed) };
  if (candidates.every((candidate) => breakers.isRefused(candidate))) {
    return new GatewayError('providerFailed', { metadata, headers: NO_RETRY });
  }
  const cooldown = Math.min(...candidates.map((candidate) => breakers.cooldownOf(candidate)));
  return new GatewayError('unavailable', {
    metadata,
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
