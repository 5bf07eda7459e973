import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import { fieldsOf, textOf, type Fields } from './fields.ts';
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
 * in milliseconds. Source: contract §4.6.
 */
export function classifyAnswer(
  { status, headers, body }: FailedAnswer,
  now: number,
): ProviderFailure {
  const error = readError(parsed(body));
  return failureOf(classOfStatus(status, error), error, `it answered with status ${status}`, {
    retryAfterMs: retryAfterMs(headers, now),
  });
}

/** Classifies an error inside a successful answer: the `error` of a body or of an event. */
export function classifyError(body: unknown): ProviderFailure {
  const error = readError(body);
  const status = Number(error.code);
  const failure =
    Number.isInteger(status) && status >= 400 ? classOfStatus(status, error) : classOfWords(error);
  return failureOf(failure, error, 'it answered with an error instead of an image');
}

interface UpstreamError {
  readonly code: string;
  readonly type: string;
  readonly message: string;
  readonly param: string | undefined;
}

/** Reads the envelope of contract §9, or the flat one that some servers use instead. */
function readError(body: unknown): UpstreamError {
  const outer = fieldsOf(body);
  const inner = outer['error'] ?? body;
  const error: Fields = typeof inner === 'string' ? { message: inner } : fieldsOf(inner);
  const [issue] = [fieldsOf(error['metadata'])['issues']].flat();
  return {
    code: codeOf(error['code']),
    type: (textOf(error['type']) ?? '').toLowerCase(),
    message: textOf(error['message']) ?? '',
    param: textOf(error['param']) ?? textOf(fieldsOf(issue)['path']),
  };
}

/** Statuses are numbers, names are text. */
function codeOf(code: unknown): string {
  return typeof code === 'number' ? String(code) : (textOf(code) ?? '').toLowerCase();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const BY_STATUS: Readonly<Record<number, FailureClass>> = {
  400: 'parameter',
  401: 'credential',
  402: 'credential',
  403: 'credential',
  404: 'model',
  408: 'timeout',
  410: 'model',
  413: 'too-large',
  422: 'parameter',
  429: 'rate-limited',
  503: 'overloaded',
  524: 'timeout',
  529: 'overloaded',
};

/** A redirect, like any status missing from the table, counts as a server failure. */
function classOfStatus(status: number, error: UpstreamError): FailureClass {
  const failure = BY_STATUS[status] ?? 'server';
  const mayBePolicy = failure === 'parameter' || status === 403;
  return mayBePolicy && isPolicy(error) ? 'policy' : failure;
}

const POLICY = /polic|moderat|safety|content_filter|flagged/;

/**
 * Returns the first class that matches the code, else the type; codes are unspecified, so their
 * words decide.
 */
const BY_WORDS: readonly (readonly [RegExp, FailureClass])[] = [
  [POLICY, 'policy'],
  [/rate.?limit|too_many/, 'rate-limited'],
  [/overload|capacity|unavailable/, 'overloaded'],
  [/time.?out|timed.?out|deadline/, 'timeout'],
  [/too.?large/, 'too-large'],
  [/api.?key|authenti|unauthor|permission|quota|billing|credit|credential/, 'credential'],
  [/not.?found|no_such_model/, 'model'],
  [/server|internal/, 'server'],
  [/invalid|param|unsupported|bad_request/, 'parameter'],
];

function classOfWords({ code, type }: UpstreamError): FailureClass {
  for (const words of [code, type]) {
    const row = BY_WORDS.find(([pattern]) => pattern.test(words));
    if (row !== undefined) return row[1];
  }
  return 'server';
}

function isPolicy({ code, type }: UpstreamError): boolean {
  return POLICY.test(code) || POLICY.test(type);
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
  if (failure === 'parameter') {
    const sentence = safeText(message) ?? 'it does not accept a parameter';
    const names = param !== undefined && PARAMETER.test(param) && !sentence.includes(param);
    return new ProviderFailure(failure, names ? `${param}: ${sentence}` : sentence, options);
  }
  return new ProviderFailure(failure, otherwise, options);
}

const PARAMETER = /^[a-z][\w.[\]-]{0,59}$/i;
