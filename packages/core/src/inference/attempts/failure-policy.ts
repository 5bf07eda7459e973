import { ERRORS, GatewayError, type ErrorName, NO_RETRY } from '../../errors.ts';
import type { FailureClass } from '../../ports/provider-failure.ts';

interface Policy {
  /** Whether another endpoint may succeed where this one was reached. */
  readonly tryNext: boolean;
  /** The client's error when no other attempt follows. */
  readonly error: ErrorName;
  /**
   * When the same endpoint may be asked a second time: if the request never reached it, also if it
   * asked for a short wait, always, or never.
   */
  readonly repeat: 'unsent' | 'asked' | 'always' | 'never';
  /**
   * What the breaker does: `counts` it where the endpoint is at fault and not the request, `opens` at
   * once where the next request could not fare better.
   */
  readonly breaker: 'ignores' | 'counts' | 'opens';
  /** What the operator learns about the provider, where nobody else can mend it. */
  readonly fault?: string;
}

/** The meaning of each failure of a provider. Source: contract §4.6. */
export const FAILURE_POLICY: Readonly<Record<FailureClass, Policy>> = {
  parameter: { tryNext: false, error: 'invalidRequest', repeat: 'never', breaker: 'ignores' },
  policy: { tryNext: false, error: 'invalidRequest', repeat: 'never', breaker: 'ignores' },
  context: { tryNext: true, error: 'invalidRequest', repeat: 'never', breaker: 'ignores' },
  adapter: {
    tryNext: true,
    error: 'invalidRequest',
    repeat: 'never',
    breaker: 'ignores',
    fault: 'does not take what its adapter wrote by itself',
  },
  credential: {
    tryNext: true,
    error: 'providerFailed',
    repeat: 'unsent',
    breaker: 'opens',
    fault: 'refuses the credential of the gateway',
  },
  model: { tryNext: true, error: 'providerFailed', repeat: 'unsent', breaker: 'counts' },
  timeout: { tryNext: true, error: 'timedOut', repeat: 'unsent', breaker: 'counts' },
  'too-large': { tryNext: true, error: 'payloadTooLarge', repeat: 'never', breaker: 'ignores' },
  'rate-limited': { tryNext: true, error: 'rateLimited', repeat: 'asked', breaker: 'ignores' },
  server: { tryNext: true, error: 'providerFailed', repeat: 'unsent', breaker: 'counts' },
  malformed: { tryNext: true, error: 'providerFailed', repeat: 'unsent', breaker: 'counts' },
  'cut-off': { tryNext: true, error: 'providerFailed', repeat: 'unsent', breaker: 'counts' },
  generation: { tryNext: true, error: 'providerFailed', repeat: 'always', breaker: 'ignores' },
  overloaded: { tryNext: true, error: 'providerOverloaded', repeat: 'asked', breaker: 'counts' },
};

/** Of several failures the client gets the one that it can act on best. */
const MOST_ACTIONABLE_FIRST: readonly ErrorName[] = [
  'invalidRequest',
  'payloadTooLarge',
  'rateLimited',
  'providerOverloaded',
  'timedOut',
  'providerFailed',
];

/** One failed attempt. */
export interface FailedAttempt {
  readonly provider: { readonly slug: string; readonly name: string };
  readonly failure: FailureClass;
  /** The provider's reason, safe to show. */
  readonly message: string;
  readonly retryAfterMs: number | undefined;
  /** Whether the request may have reached the provider. */
  readonly isDispatched: boolean;
  /** How long it took. */
  readonly ms: number;
}

const SHORT_WAIT_MS = 2000;

/** A parameter that the adapter could not write: nobody was asked, and another one may write it. */
export function isUnwritable({ failure, isDispatched }: FailedAttempt): boolean {
  return failure === 'parameter' && !isDispatched;
}

/** Returns whether another endpoint may succeed. */
export function mayTryNext(attempt: FailedAttempt): boolean {
  return FAILURE_POLICY[attempt.failure].tryNext || isUnwritable(attempt);
}

/** Returns whether the same endpoint may be asked a second time. */
export function mayRepeat({ failure, retryAfterMs, isDispatched }: FailedAttempt): boolean {
  const { repeat } = FAILURE_POLICY[failure];
  if (repeat === 'always' || repeat === 'never') return repeat === 'always';
  if (!isDispatched) return true;
  return repeat === 'asked' && retryAfterMs !== undefined && retryAfterMs <= SHORT_WAIT_MS;
}

/**
 * Returns the client's error when all attempts failed. Never contains a URL or a key. A refusal of
 * what went in is an issue of `inputPath`.
 */
export function errorOfAttempts(
  attempts: readonly [FailedAttempt, ...FailedAttempt[]],
  inputPath: string,
): GatewayError {
  const rank = (attempt: FailedAttempt) => {
    if (attempt.failure === 'adapter') return MOST_ACTIONABLE_FIRST.length + 1;
    return isUnwritable(attempt)
      ? MOST_ACTIONABLE_FIRST.length
      : MOST_ACTIONABLE_FIRST.indexOf(FAILURE_POLICY[attempt.failure].error);
  };
  const word = attempts.reduce((best, next) => (rank(next) < rank(best) ? next : best));
  const { error } = FAILURE_POLICY[word.failure];
  const metadata = {
    provider_name: word.provider.name,
    attempts: attemptsOf(attempts),
  };
  if (error === 'invalidRequest') {
    const { name } = word.provider;
    const message =
      word.failure === 'adapter'
        ? `${name} does not take the request as this gateway writes it; the fault is not in yours`
        : `${name} refused the request: ${word.message}`;
    return new GatewayError(error, {
      message: `${ERRORS.invalidRequest.message}: ${message}`,
      metadata: {
        ...metadata,
        issues: [{ path: ABOUT_THE_BODY.has(word.failure) ? 'body' : inputPath, message }],
      },
    });
  }
  const headers = { ...retryAfter(error, attempts), ...(attempts.every(isOurs) && NO_RETRY) };
  return new GatewayError(error, { metadata, headers });
}

/** Returns attempts as the client learns about them. */
export function attemptsOf(attempts: readonly FailedAttempt[]): readonly object[] {
  return attempts.map(({ provider, failure, ms }) => ({
    provider: provider.slug,
    class: failure,
    ms,
  }));
}

/** Failures that are not about what went in. */
const ABOUT_THE_BODY: ReadonlySet<FailureClass> = new Set(['parameter', 'adapter']);

/** Whether the gateway is set up wrongly for the provider, which no repetition changes. */
function isOurs({ failure }: FailedAttempt): boolean {
  return failure === 'credential' || failure === 'model';
}

/** Returns the smallest wait that any provider asked for, in whole seconds. */
function retryAfter(error: ErrorName, attempts: readonly FailedAttempt[]): Record<string, string> {
  if (error !== 'rateLimited' && error !== 'providerOverloaded') return {};
  const waits = attempts.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (waits.length === 0) return {};
  // "At once" would be answered the same way.
  return { 'retry-after': String(Math.max(1, Math.ceil(Math.min(...waits) / 1000))) };
}
