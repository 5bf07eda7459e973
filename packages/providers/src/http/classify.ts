import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import { jsonIn } from '@model-gateway/core/kit';
import { classOf, type FailureRule } from './failure-rules.ts';
import { readError, type UpstreamError } from './read-error.ts';
import { unknownParameter } from './unknown-parameter.ts';
import { retryAfterMs } from './retry-after.ts';
import { safeText } from './safe-text.ts';

/** An answer with an error status, and its body as text. */
export interface FailedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Classifies an answer with a status other than 2xx. A date in `retry-after` is relative to `now`,
 * in milliseconds. `own` are members of the request that no client asked for. Source: contract §4.6.
 */
export function classifyAnswer(
  { status, headers, body }: FailedAnswer,
  now: number,
  rules: readonly FailureRule[] = [],
  own: readonly string[] = [],
): ProviderFailure {
  const error = readError(jsonIn(body));
  const failure = classOf(error, { status, headers }, rules);
  const stranger = failure === 'parameter' ? unknownParameter(error) : undefined;
  if (stranger !== undefined && own.includes(stranger)) {
    return new ProviderFailure('adapter', `it does not know ${stranger}`);
  }
  return failureOf(failure, error, `it answered with status ${status}`, {
    retryAfterMs: retryAfterMs(headers, now) ?? error.retryAfterMs,
  });
}

/** Classifies an error inside a successful answer: the `error` of a body or of an event. */
export function classifyError(body: unknown, rules: readonly FailureRule[] = []): ProviderFailure {
  const error = readError(body);
  const failure = classOf(error, {}, rules);
  const { retryAfterMs: asked } = error;
  return failureOf(failure, error, 'it answered with an error', { retryAfterMs: asked });
}

/** Quotes the upstream only for a refused request, which the client can correct. */
function failureOf(
  failure: FailureClass,
  { message, param }: UpstreamError,
  otherwise: string,
  options: { readonly retryAfterMs?: number | undefined } = {},
): ProviderFailure {
  if (failure === 'policy') {
    const sentence = safeText(message) ?? 'its content policy does not allow this';
    return new ProviderFailure(failure, sentence, options);
  }
  if (failure === 'context') {
    const sentence = safeText(message) ?? 'the request is longer than the model takes';
    return new ProviderFailure(failure, sentence, options);
  }
  if (failure === 'parameter') {
    const sentence = safeText(message) ?? 'it does not accept a parameter';
    const names = param !== undefined && PARAMETER.test(param) && !sentence.includes(param);
    return new ProviderFailure(failure, names ? `${param}: ${sentence}` : sentence, options);
  }
  return new ProviderFailure(failure, otherwise, options);
}

const PARAMETER = /^[a-z][\w.[\]-]{0,59}$/i;
