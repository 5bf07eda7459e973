import { ERRORS, GatewayError, type ErrorName } from '../../errors.ts';
import type { FailureClass } from '../../ports/provider-failure.ts';

interface Policy {
  /** Whether another endpoint may succeed. */
  readonly tryNext: boolean;
  /** The client's error when no other attempt follows. */
  readonly error: ErrorName;
  /** Whether the endpoint is at fault, not the request. */
  readonly countsAgainstEndpoint: boolean;
}

/** The meaning of each failure of a provider. Source: contract §4.6. */
export const FAILURE_POLICY: Readonly<Record<FailureClass, Policy>> = {
  parameter: { tryNext: false, error: 'invalidRequest', countsAgainstEndpoint: false },
  policy: { tryNext: false, error: 'invalidRequest', countsAgainstEndpoint: false },
  credential: { tryNext: true, error: 'providerFailed', countsAgainstEndpoint: true },
  model: { tryNext: true, error: 'providerFailed', countsAgainstEndpoint: true },
  timeout: { tryNext: true, error: 'timedOut', countsAgainstEndpoint: true },
  'too-large': { tryNext: true, error: 'payloadTooLarge', countsAgainstEndpoint: false },
  'rate-limited': { tryNext: true, error: 'rateLimited', countsAgainstEndpoint: false },
  server: { tryNext: true, error: 'providerFailed', countsAgainstEndpoint: true },
  malformed: { tryNext: true, error: 'providerFailed', countsAgainstEndpoint: true },
  overloaded: { tryNext: true, error: 'providerOverloaded', countsAgainstEndpoint: true },
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
  /** How long it took. */
  readonly ms: number;
}

/** Returns the client's error when all attempts failed. Never contains a URL or a key. */
export function errorOfAttempts(
  attempts: readonly [FailedAttempt, ...FailedAttempt[]],
): GatewayError {
  const rank = ({ failure }: FailedAttempt) =>
    MOST_ACTIONABLE_FIRST.indexOf(FAILURE_POLICY[failure].error);
  const word = attempts.reduce((best, next) => (rank(next) < rank(best) ? next : best));
  const { error } = FAILURE_POLICY[word.failure];
  const metadata = {
    provider_name: word.provider.name,
    attempts: attempts.map(({ provider, failure, ms }) => ({
      provider: provider.slug,
      class: failure,
      ms,
    })),
  };
  if (error === 'invalidRequest') {
    const message = `${word.provider.name} refused the request: ${word.message}`;
    return new GatewayError(error, {
      message: `${ERRORS.invalidRequest.message}: ${message}`,
      metadata: {
        ...metadata,
        issues: [{ path: word.failure === 'policy' ? 'prompt' : 'body', message }],
      },
    });
  }
  return new GatewayError(error, { metadata, headers: retryAfter(error, attempts) });
}

/** Returns the smallest wait that any provider asked for, in whole seconds. */
function retryAfter(error: ErrorName, attempts: readonly FailedAttempt[]): Record<string, string> {
  if (error !== 'rateLimited' && error !== 'providerOverloaded') return {};
  const waits = attempts.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (waits.length === 0) return {};
  return { 'retry-after': String(Math.ceil(Math.min(...waits) / 1000)) };
}
