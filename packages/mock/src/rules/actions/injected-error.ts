import { ERRORS, GatewayError, type ErrorName, type Permission } from '@model-gateway/core';
import {
  errorResponse,
  requestIdOf,
  type ErrorEnvelope,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { present } from '@model-gateway/core/kit';
import type { RuleContext } from '../rule-context.ts';
import { withLowerCaseNames } from '../../http/lower-case-names.ts';
import { retryHeaders, type RetryAfter } from '../../http/retry-headers.ts';

/** What an injected error says. */
export interface InjectedErrorOptions {
  /** `error.message`; by default that of the API's error table. */
  readonly message?: string | undefined;
  /** `error.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Put over all other headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The wait that clients are asked for; none by default. */
  readonly retryAfter?: RetryAfter | undefined;
}

/** The error that the gateway would answer with, had it a reason to. */
export function injectedError(
  status: number,
  { message, metadata, headers = {}, retryAfter }: InjectedErrorOptions,
  { definition, userId, rateLimit, request }: RuleContext,
): GatewayResponse {
  const name = nameOf(status, definition?.permission);
  const { limit, windowSeconds } = rateLimit ?? USUAL_RATE_LIMIT;
  const retry = retryHeaders(status, retryAfter, windowSeconds);
  const reset = Math.max(1, Number(retry['retry-after'] ?? windowSeconds));
  const isRateLimit = status === 429;
  const error = new GatewayError(name ?? UNLISTED[status]?.like ?? 'internal', {
    ...present({
      message: message ?? (name === undefined ? unlisted(status) : undefined),
      metadata:
        metadata ??
        (isRateLimit
          ? { limit, reset_seconds: reset, limit_of: 'gateway', limit_unit: 'requests' }
          : undefined),
    }),
    headers: {
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(isRateLimit ? rateLimitHeaders(limit, reset) : {}),
      ...retry,
      ...withLowerCaseNames(headers),
    },
  });
  const form = definition?.errorForm;
  const answer = errorResponse(error, userId, { form, requestId: requestIdOf(request) });
  return withStatus(status, answer, metadata);
}

/** The limit in a 429 of a tenant without one of its own. */
const USUAL_RATE_LIMIT = { limit: 60, windowSeconds: 60 };

function rateLimitHeaders(limit: number, reset: number): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(reset),
  };
}

/** The error of the table that an operation would give with this status. */
function nameOf(status: number, permission: Permission | undefined): ErrorName | undefined {
  // Two errors have the status 401 and three have 403.
  if (status === 401) return 'invalidKey';
  if (status === 403) {
    return permission === 'management' ? 'managementKeyRequired' : 'inferenceKeyRequired';
  }
  // The table's keys are its names.
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.find((name) => ERRORS[name].status === status);
}

function unlisted(status: number): string {
  return `A rule of this mock answers with status ${status}`;
}

/** The same answer with another status, for those that the table does not have. */
function withStatus(
  status: number,
  response: GatewayResponse,
  given: InjectedErrorOptions['metadata'],
): GatewayResponse {
  if (response.status === status || response.body.kind !== 'json') return response;
  // errorResponse makes an object with the error in it, whichever its form.
  const { error, ...rest } = response.body.value as Pick<ErrorEnvelope, 'error'>;
  const coded = 'code' in error ? { ...error, code: status } : error;
  const kind = UNLISTED[status]?.kind;
  const value =
    kind === undefined
      ? { ...rest, error: coded }
      : {
          ...withKind(rest, kind),
          error: {
            ...withKind(coded, kind),
            ...present({
              metadata: error.metadata && { ...withKind(error.metadata, kind), ...given },
            }),
          },
        };
  return { ...response, status, body: { kind: 'json', value } };
}

/** Statuses that clients know and the table lacks: which of its errors they are like, but for the kind. */
const UNLISTED: Readonly<Record<number, { readonly like: ErrorName; readonly kind?: string }>> = {
  412: { like: 'conflict' },
  422: { like: 'invalidRequest', kind: 'unprocessable' },
  504: { like: 'timedOut' },
};

function withKind(members: object, kind: string): object {
  return 'error_type' in members ? { ...members, error_type: kind } : members;
}
