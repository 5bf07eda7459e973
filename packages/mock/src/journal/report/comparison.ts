import { criteriaOf, type Criterion, type JournalPattern } from '../criteria.ts';
import { conditionsOf } from '../../chat/chat-pattern.ts';
import { placesOf } from '../../chat/mismatch.ts';
import { isSpoken } from '../../chat/conversation.ts';
import { transcriptLines } from '../../chat/transcript.ts';
import { shown } from '../shown.ts';
import { conversationOf } from '../talk.ts';
import { toEntry } from '../to-entry.ts';
import type { JournalEntry } from '../../journal-entry.ts';
import { readKeptBody } from '../kept-body.ts';
import { mapMembers, redactMembers, type Redaction } from '../redaction.ts';
import type { RequestRecord } from '../request-record.ts';

/** A criterion beside the actual value. Neither holds a secret. */
export interface Compared extends Criterion {
  readonly wanted: unknown;
  /** Whether `wanted` is the text of a RegExp or a function, and no value. */
  readonly isDescribed: boolean;
  readonly actual: unknown;
  /** Why there is nothing, where that is known. */
  readonly absence: string | undefined;
}

/** A request beside the criteria. */
export interface Comparison {
  readonly entry: JournalEntry;
  readonly criteria: readonly Compared[];
  /** The conversation, with a mark where it is not as wanted; empty where none was compared. */
  readonly transcript: readonly string[];
}

export function compare(
  record: RequestRecord,
  patterns: readonly JournalPattern[],
  redaction: Redaction,
): Comparison {
  const entry = toEntry(record, redaction);
  const params = redactMembers(redaction, record.params);
  const conversation = conversationOf(record);
  const chat = conversation && redaction.named('chat', placesOf(conversation));
  const actual = { ...entry, params, chat };
  const reading = readKeptBody(record.body);
  const criteria = patterns.map(withConditions).flatMap((pattern) => {
    const wanted = redactedPattern(pattern, redaction);
    return criteriaOf(record, pattern).map((criterion): Compared => {
      const { path } = criterion;
      // Header names are case-insensitive.
      const place = path[0] === 'headers' ? path.map((name) => name.toLowerCase()) : path;
      const raw = at(pattern, path);
      const isBodyMissing = path[0] === 'body' && reading.kind === 'nothing';
      return {
        ...criterion,
        wanted: at(wanted, path),
        isDescribed: raw instanceof RegExp || typeof raw === 'function',
        actual: at(actual, place),
        absence: isBodyMissing ? `the body ${reading.why}` : membersBeside(actual, place),
      };
    });
  });
  return { entry, criteria, transcript: transcriptOf(entry, criteria) };
}

/** The transcript of a conversation that is not as wanted. */
function transcriptOf({ chat }: JournalEntry, criteria: readonly Compared[]): readonly string[] {
  const failed = criteria.filter(({ path, passed }) => path[0] === 'chat' && !passed);
  if (chat === undefined || failed.length === 0) return [];
  const marks = failed.map(({ path, wanted, isDescribed }) => {
    const [, name = ''] = path;
    const said = isDescribed ? String(wanted) : shown(wanted);
    return { at: placeOf(name, chat.messages), text: `${name.padEnd(10)} expected ${said}` };
  });
  return transcriptLines(chat.messages, marks);
}

/** The message that a condition is about. */
function placeOf(name: string, messages: NonNullable<JournalEntry['chat']>['messages']): number {
  if (name === 'system') {
    return messages.findLastIndex(({ role }) => role === 'system' || role === 'developer');
  }
  if (name === 'user') return messages.findLastIndex(isSpoken);
  return name === 'anywhere' || name === 'after' ? messages.length - 1 : -1;
}

/** The pattern with its conversation as conditions, whichever form it came in. */
function withConditions(pattern: JournalPattern): JournalPattern {
  return pattern.chat === undefined ? pattern : { ...pattern, chat: conditionsOf(pattern.chat) };
}

/** Two trees that differ exactly where a criterion is not met: what test runners show as a diff. */
export function differenceOf(criteria: readonly Compared[]): {
  readonly expected: unknown;
  readonly actual: unknown;
} {
  const expected = {};
  const actual = {};
  for (const { path, passed, wanted, actual: came } of criteria) {
    put(expected, path, wanted);
    put(actual, path, passed ? wanted : came);
  }
  return { expected, actual };
}

/** The pattern as JSON without secrets: a RegExp or a function becomes its text. */
function redactedPattern(pattern: JournalPattern, redaction: Redaction): object {
  return mapMembers({ ...pattern }, (name, value) => {
    const plain = described(value);
    const isByName = name === 'headers' || name === 'query' || name === 'params';
    if (isByName && isObject(plain)) return redactMembers(redaction, plain);
    return redaction.named(name, plain);
  });
}

function described(pattern: unknown): unknown {
  if (pattern instanceof RegExp || typeof pattern === 'function') return String(pattern);
  if (Array.isArray(pattern)) return pattern.map(described);
  return isObject(pattern) ? mapMembers(pattern, (_, member) => described(member)) : pattern;
}

/** Returns the members in the place where the expected one is missing, to show a mistyped name. */
function membersBeside(root: unknown, path: readonly string[]): string | undefined {
  const parent = at(root, path.slice(0, -1));
  if (path.length < 2 || !isObject(parent)) return undefined;
  const names = Object.keys(parent);
  return names.length === 0 ? undefined : `there is ${names.slice(0, 12).join(', ')}`;
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => {
    return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  }, root);
}

function put(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    root[name] = value;
    return;
  }
  const below: Record<string, unknown> = {};
  const known = root[name];
  const child = isObject(known) ? known : below;
  root[name] = child;
  put(child, rest, value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
