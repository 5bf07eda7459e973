import { didYouMean, isJsonObject, kindOf, quoteValue } from '@model-gateway/core/kit';
import { worldName, type WorldSource } from '@model-gateway/worlds';
import { UNSCRIPTED } from '../../chat/default-answer.ts';
import { toEpochMilliseconds } from '../../clock/moment.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { RateLimit } from '../../rate-limit.ts';

// Plain JavaScript may pass anything.

/** Throws GW1101. */
export function checkId(id: unknown): void {
  if (typeof id === 'string' && ID.test(id)) return;
  const likely = typeof id === 'string' ? likelyId(id) : '';
  throw diagnostic(
    'GW1101',
    `the id of a tenant must be 1 to ${LONGEST_ID} letters, digits, ".", "_" and "-", ` +
      `beginning with a letter or a digit, got ${JSON.stringify(id)}` +
      (likely === '' ? '' : `; how about "${likely}"?`),
  );
}

/** The title of a test as an id. */
function likelyId(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LONGEST_ID)
    .replace(/-+$/, '');
}

const LONGEST_ID = 64;
const ID = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Throws GW1104, without the key: it may be a real one. */
export function checkKey(option: string) {
  return (key: unknown): void => {
    if (typeof key === 'string' && KEY.test(key)) return;
    throw diagnostic(
      'GW1104',
      `${option} must be 1 to 8192 visible ASCII characters without spaces`,
    );
  };
}

const KEY = /^[\x21-\x7e]{1,8192}$/;

/** Throws GW1702 for an unknown name, and GW1502 for the day of a world. */
export function checkWorld(world: WorldSource): void {
  if (typeof world === 'string') worldName(world);
  else if (world.day !== undefined) toEpochMilliseconds(world.day);
}

/** Throws GW1105. */
export function checkCredits(credits: unknown): void {
  if (/^\d+(?:\.\d+)?$/.test(String(credits))) return;
  throw diagnostic(
    'GW1105',
    `credits must be USD, such as 5 or "0.25", got ${JSON.stringify(credits)}`,
  );
}

/** Throws GW1105. */
export function checkRateLimit(rateLimit: RateLimit): void {
  const { limit, windowSeconds } = rateLimit;
  if (Number.isInteger(limit) && limit >= 0 && windowSeconds > 0) return;
  throw diagnostic(
    'GW1105',
    'rateLimit must be a limit of requests, 0 or more, and a window in seconds, such as ' +
      `{ limit: 10, windowSeconds: 60 }, got ${JSON.stringify(rateLimit)}`,
  );
}

/** Throws GW1105. */
export function checkResponseHeaders(given: unknown): void {
  const wrong = wrongHeader(given);
  if (wrong === undefined) return;
  throw diagnostic(
    'GW1105',
    "responseHeaders must be HTTP headers by name, such as { 'x-region': 'eu-1' }, without " +
      `${[...FRAMING].join(', ')}; got ${wrong}`,
  );
}

/** Returns what is wrong with response headers, as the error names it; undefined if nothing is. */
function wrongHeader(given: unknown): string | undefined {
  if (!isJsonObject(given)) return kindOf(given);
  // Headers and Map keep their entries elsewhere, so none of them would be sent.
  if (Symbol.iterator in given) return 'an iterable: pass Object.fromEntries() of it';
  const wrong = Object.entries(given).find(([name, value]) => !isHeader(name, value));
  if (wrong === undefined) return undefined;
  const [name, value] = wrong;
  return `${JSON.stringify(name)}: ${typeof value === 'string' ? JSON.stringify(value) : kindOf(value)}`;
}

function isHeader(name: string, value: unknown): boolean {
  const isText = typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  return isText && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !FRAMING.has(name.toLowerCase());
}

/** Headers that say where an answer ends, which its sender knows. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Throws GW1108. */
export function checkForwardTelemetry(given: unknown): void {
  if (typeof given === 'boolean') return;
  const isOrigin = (text: unknown) =>
    typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;
  if (Array.isArray(given) && given.every(isOrigin)) return;
  throw diagnostic(
    'GW1108',
    `forwardTelemetry must be true, false or a list of origins such as "https://otel.example:4318", got ${JSON.stringify(given)}`,
  );
}

/** Throws GW1105. */
export function checkUnscripted(given: unknown): void {
  if (typeof given === 'function' || UNSCRIPTED.some((name) => name === given)) return;
  const guess = typeof given === 'string' ? didYouMean(given, UNSCRIPTED) : '';
  throw diagnostic(
    'GW1105',
    `unscripted must be one of ${UNSCRIPTED.join(', ')}, or a function of the conversation, ` +
      `got ${quoteValue(given)}${guess}`,
  );
}
