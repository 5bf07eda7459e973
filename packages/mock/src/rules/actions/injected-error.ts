import { GatewayError } from '@model-gateway/core';
import { errorResponse, requestIdOf, type GatewayResponse } from '@model-gateway/core/http';
import { present, type JsonObject } from '@model-gateway/core/kit';
import type { RuleContext } from '../rule-context.ts';
import { errorOfStatus, withStatus } from '../../http/error-of-status.ts';
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
  const { name, isListed, kind } = errorOfStatus(status, definition?.permission);
  const { limit, windowSeconds } = rateLimit ?? USUAL_RATE_LIMIT;
  const retry = retryHeaders(status, retryAfter, windowSeconds);
  const reset = Math.max(1, Number(retry['retry-after'] ?? windowSeconds));
  const isRateLimit = status === 429;
  const error = new GatewayError(name, {
    ...present({
      message: message ?? (isListed ? undefined : unlisted(status)),
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
  if (answer.status === status || answer.body.kind !== 'json') return answer;
  // It is an object with the error in it, whichever its form.
  const written = answer.body.value as { readonly error: JsonObject };
  const value = withStatus(written, { status, kind }, metadata);
  return { ...answer, status, body: { kind: 'json', value } };
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

function unlisted(status: number): string {
  return `A rule of this mock answers with status ${status}`;
}
