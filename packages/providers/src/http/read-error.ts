import { goDurationMs } from './go-duration.ts';
import { fieldsOf, textOf, type Fields } from './fields.ts';

/** What an upstream's error says, whatever its shape. */
export interface UpstreamError {
  /** Lower case; a number as its digits. */
  readonly code: string;
  /** Lower case. */
  readonly type: string;
  /** A more precise reason than the code, lower case. */
  readonly reason: string;
  readonly message: string;
  readonly param: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/**
 * Reads an error in any of the shapes that providers use: the envelope of contract §9, a flat
 * object, a text, `detail` as a text or as a list of issues, a list of `errors`, and Google's
 * `status` with `details`, Anthropic's `details`, and Azure's `innererror`.
 */
export function readError(body: unknown): UpstreamError {
  // Google wraps the errors of some endpoints in a list.
  const [first] = [body].flat();
  const outer = fieldsOf(first);
  const inner = outer['error'] ?? outer['detail'] ?? first;
  const error: Fields = typeof inner === 'string' ? { ...outer, message: inner } : issueOf(inner);
  const [issue] = [fieldsOf(error['metadata'])['issues']].flat();
  const details = [error['details']].flat().map(fieldsOf);
  const [message = listOf(error['errors'])] = MESSAGES.flatMap((name) => textOf(error[name]) ?? []);
  return {
    code: nameOf(error['code'] ?? error['status_code'] ?? outer['code']),
    type: nameOf(textOf(error['type']) ?? textOf(error['status']) ?? error['name']),
    reason: nameOf(
      details.find(({ reason }) => reason !== undefined)?.['reason'] ??
        details[0]?.['error_code'] ??
        fieldsOf(error['innererror'])['code'],
    ),
    message,
    param: textOf(error['param']) ?? textOf(fieldsOf(issue)['path']) ?? placeOf(error['loc']),
    retryAfterMs: delayOf(details) ?? delayIn(message),
  };
}

/** What errors call their sentence; AWS writes it both ways. */
const MESSAGES = ['message', 'Message', 'msg'];

/** Returns the first of several issues. */
function issueOf(error: unknown): Fields {
  const [first] = [error].flat();
  return fieldsOf(first);
}

/** Statuses are numbers, names are text. */
function nameOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : (textOf(value) ?? '').toLowerCase();
}

function listOf(errors: unknown): string {
  return [errors]
    .flat()
    .flatMap((entry) => textOf(entry) ?? [])
    .join('; ');
}

/** `["body", "width"]` is `width`. */
function placeOf(path: unknown): string | undefined {
  if (!Array.isArray(path)) return undefined;
  return textOf(path.filter((step) => step !== 'body').join('.'));
}

const SECONDS = /^(\d{1,6}(?:\.\d{1,9})?)s$/;

function delayOf(details: readonly Fields[]): number | undefined {
  const delay = details
    .map(({ retryDelay }) => textOf(retryDelay))
    .find((text) => text !== undefined);
  const [, seconds] = SECONDS.exec(delay ?? '') ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

/** Some servers state the wait in the sentence only: "Your rate limit resets in ~30s." */
const WAIT =
  /\b(?:resets?|retry|again) (?:in|after) ~?((?:\d{1,6}h)?(?:\d{1,6}m)?\d{1,6}(?:\.\d{1,3})?) ?s/i;

function delayIn(message: string): number | undefined {
  const [, seconds] = WAIT.exec(message.slice(0, 1000)) ?? [];
  return seconds === undefined ? undefined : goDurationMs(`${seconds}s`);
}
