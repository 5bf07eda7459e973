import { isJsonObject, isLike, matcherIn } from '@model-gateway/core/kit';
import { conditionsOf, failedConditions } from '../chat/chat-pattern.ts';
import type { TextPattern } from '../pattern.ts';
import {
  checkPattern,
  isQueryLike,
  isTextLike,
  type RequestPattern,
} from '../rules/request-pattern.ts';
import type { AnyOperation } from '../rules/operation-types.ts';
import { readKeptBody } from './kept-body.ts';
import type { RequestRecord } from './request-record.ts';
import { conversationOf } from './talk.ts';

/** A pattern for requests in the journal. Members that are left out match anything. */
export interface JournalPattern<
  Operation extends AnyOperation = '*',
> extends RequestPattern<Operation> {
  readonly method?: TextPattern | undefined;
  /** With the base path: `/v1/images`. */
  readonly path?: TextPattern | undefined;
  /** Of the answer. */
  readonly status?: TextPattern | undefined;
}

const MEMBERS = ['method', 'path', 'params', 'query', 'headers', 'body', 'status', 'chat'];

/** Throws GW1303 for what is not a pattern, and for members that would never be looked at. */
export function checkJournalPattern(pattern: unknown): void {
  checkPattern('GW1303', pattern, MEMBERS);
}

/** Any text at all: for what only has to be present. */
export const anyText = Object.assign(() => true, { toString: () => 'any value' });

/** One thing that a pattern asks for. */
export interface Criterion {
  /** Where it is in the pattern: `['body', 'prompt']`. */
  readonly path: readonly string[];
  readonly passed: boolean;
}

/** Everything that a pattern asks for, down to single members, and whether a request has it. */
export function criteriaOf(record: RequestRecord, pattern: JournalPattern): readonly Criterion[] {
  const { method, path, params = {}, query = {}, headers = {}, body, status, chat } = pattern;
  const search = new URLSearchParams(record.search);
  const criteria: Criterion[] = [];
  const check = (at: readonly string[], passed: boolean) => criteria.push({ path: at, passed });

  if (method !== undefined) check(['method'], isTextLike(record.method, method));
  if (path !== undefined) check(['path'], isTextLike(record.path, path));
  for (const [name, wanted] of Object.entries(params)) {
    check(['params', name], isTextLike(record.params[name], wanted));
  }
  for (const [name, wanted] of Object.entries(query)) {
    check(['query', name], isQueryLike(search, name, wanted));
  }
  for (const [name, wanted] of Object.entries(headers)) {
    check(['headers', name], isTextLike(record.headers[name.toLowerCase()], wanted));
  }
  if (body !== undefined) {
    const reading = readKeptBody(record.body);
    const value = reading.kind === 'nothing' ? undefined : reading.value;
    criteria.push(...leaves(['body'], value, body));
  }
  if (chat !== undefined) {
    const conversation = conversationOf(record);
    const failed = conversation && failedConditions(conversation, chat);
    for (const [name, wanted] of Object.entries(conditionsOf(chat))) {
      if (wanted === undefined) continue;
      check(['chat', name], failed !== undefined && !failed.some((each) => each === name));
    }
    if (conversation === undefined) check(['chat'], false);
  }
  if (status !== undefined) check(['status'], isTextLike(String(record.status), status));
  return criteria;
}

/** The members of objects and the items of lists are looked at one by one, so that each has its tick. */
function leaves(path: readonly string[], value: unknown, pattern: unknown): readonly Criterion[] {
  const below = membersToCompare(value, pattern);
  if (below === undefined) return [{ path, passed: isLike(value, pattern, 'partial') }];
  return below.flatMap(([name, member, wanted]) => leaves([...path, name], member, wanted));
}

type Member = readonly [name: string, value: unknown, wanted: unknown];

function membersToCompare(value: unknown, pattern: unknown): readonly Member[] | undefined {
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value) || value.length !== pattern.length) return undefined;
    const items: readonly unknown[] = value;
    return pattern.map((wanted, index): Member => [String(index), items[index], wanted]);
  }
  if (!isJsonObject(pattern) || !isJsonObject(value)) return undefined;
  if (matcherIn(pattern) !== undefined) return undefined;
  const wanted = Object.entries(pattern);
  if (wanted.length === 0) return undefined;
  const own = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);
  return wanted.map(([name, member]): Member => [name, own(name), member]);
}
