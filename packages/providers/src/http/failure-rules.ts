import type { FailureClass } from '@model-gateway/core';
import type { UpstreamError } from './read-error.ts';

/**
 * What a provider means where the common tables would read it differently. Holds when all of its
 * members do; the first rule that holds decides.
 *
 * @example
 * { status: [429], code: /insufficient_quota/, is: 'credential' }
 */
export interface FailureRule {
  /** Statuses of the answer; a rule without them also judges errors inside answers with 200. */
  readonly status?: readonly number[];
  /** Found in the code, type or reason, which are lower case. */
  readonly code?: RegExp;
  /** Found in the message. */
  readonly message?: RegExp;
  /** The name of a header of the answer, lower case, and what its value has. */
  readonly header?: readonly [name: string, value: RegExp];
  readonly is: FailureClass;
}

/** The answer that an error came with. */
interface ErrorAnswer {
  /** Undefined for an error inside an answer with success. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the class of an error: by the provider's own rules, else by the common tables. */
export function classOf(
  error: UpstreamError,
  answer: ErrorAnswer,
  rules: readonly FailureRule[],
): FailureClass {
  const { status } = answer;
  const rule = rules.find((candidate) => holds(candidate, error, answer));
  if (rule !== undefined) return rule.is;
  const stated = status ?? statedStatus(error);
  return stated === undefined ? classOfWords(error) : classOfStatus(stated, error);
}

function holds(
  { status: statuses, code, message, header }: FailureRule,
  error: UpstreamError,
  { status, headers = {} }: ErrorAnswer,
): boolean {
  if (header !== undefined && !header[1].test(headers[header[0]] ?? '')) return false;
  if (statuses !== undefined && !statuses.includes(status ?? 0)) return false;
  if (code !== undefined && !namesOf(error).some((name) => code.test(name))) return false;
  // Bounded, because a message may have any length.
  return message === undefined || message.test(error.message.slice(0, LONGEST_MESSAGE));
}

const LONGEST_MESSAGE = 2000;

/** An error inside a successful answer may state the status that it would have had. */
function statedStatus({ code }: UpstreamError): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 ? status : undefined;
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
  return mayBePolicy && namesOf(error).some((name) => POLICY.test(name)) ? 'policy' : failure;
}

const POLICY = /polic|moderat|safety|content_filter|flagged|sensitive/;

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

function classOfWords(error: UpstreamError): FailureClass {
  for (const name of namesOf(error)) {
    const row = BY_WORDS.find(([pattern]) => pattern.test(name));
    if (row !== undefined) return row[1];
  }
  return 'server';
}

function namesOf({ code, type, reason }: UpstreamError): readonly string[] {
  return [code, type, reason].map((name) => name.slice(0, LONGEST_MESSAGE));
}
