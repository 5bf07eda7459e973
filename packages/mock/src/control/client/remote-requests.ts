import type { JournalEntry } from '../../journal-entry.ts';
import type { JournalPattern } from '../../journal/criteria.ts';
import type { OperationNamed, RequestsName } from '../../journal/selection.ts';
import { idOf, type AnyOperation } from '../../rules/operation-types.ts';
import type { ChatPattern } from '../../chat/chat-pattern.ts';
import type { TextPattern } from '../../pattern.ts';
import type { RequestPattern } from '../../rules/request-pattern.ts';
import type { RequestJson } from '../wire/request.ts';
import type { ControlClient } from './control-client.ts';
import {
  chatToJson,
  membersToJson,
  patternToJson,
  requestPatternToJson,
} from './pattern-to-json.ts';

type BodyPattern<Operation extends AnyOperation> = NonNullable<RequestPattern<Operation>['body']>;
type QueryPattern<Operation extends AnyOperation> = NonNullable<RequestPattern<Operation>['query']>;

/** One of the requests. Rejects when there is none at its position. */
export interface RemoteRequest<Operation extends AnyOperation = '*'> {
  get(): Promise<JournalEntry>;
  /** The body is like this: it has these members, whatever else it has. */
  expectBody(body: BodyPattern<Operation>): Promise<void>;
  expectQuery(query: QueryPattern<Operation>): Promise<void>;
  /** The header is present and, if `value` is given, like that. */
  expectHeader(name: string, value?: TextPattern): Promise<void>;
  /** The conversation is like this. */
  expectChat(pattern: ChatPattern): Promise<void>;
}

/**
 * The requests that came to a tenant in another process: the words of `Requests`. What is not as
 * expected rejects with the mock's message, which shows the nearest requests.
 */
export interface RemoteRequests<Operation extends AnyOperation = '*'> {
  where(pattern: JournalPattern<Operation>): RemoteRequests<Operation>;
  /** Oldest first. */
  all(): Promise<readonly JournalEntry[]>;
  first(): RemoteRequest<Operation>;
  last(): RemoteRequest<Operation>;
  /** The request at this position: 0 is the first, -1 the last. */
  at(position: number): RemoteRequest<Operation>;
  expectCount(count: number): Promise<void>;
  expectNone(): Promise<void>;
  /** There are some, and the body of each is like this. */
  expectBody(body: BodyPattern<Operation>): Promise<void>;
  expectQuery(query: QueryPattern<Operation>): Promise<void>;
  /** The header is present and, if `value` is given, like that. */
  expectHeader(name: string, value?: TextPattern): Promise<void>;
  /** There are some, and the conversation of each is like this. */
  expectChat(pattern: ChatPattern): Promise<void>;
  /** Resolves to them once there are that many; rejects when that takes too long. */
  waitFor(options?: {
    /** 1 by default. */
    readonly count?: number | undefined;
    /** 1000 by default. */
    readonly timeoutMs?: number | undefined;
  }): Promise<readonly JournalEntry[]>;
}

/** The requests of this name of the tenant at `path`. */
export function remoteRequests<Name extends RequestsName>(
  client: ControlClient,
  path: string,
  operation: Name,
): RemoteRequests<OperationNamed<Name>> {
  return select(client, `${path}/requests`, {
    operation: idOf(operation),
    where: {},
  });
}

interface Selection {
  readonly operation: string;
  readonly where: Readonly<Record<string, unknown>>;
}

function select<Operation extends AnyOperation>(
  client: ControlClient,
  path: string,
  selection: Selection,
): RemoteRequests<Operation> {
  const ask = async (verb: 'verify' | 'wait', more: object) => {
    const body = { ...selection, ...more };
    const found = await client.call<readonly RequestJson[]>('POST', `${path}/${verb}`, body);
    return found.map(toEntry);
  };
  const expect = async (more: object) => void (await ask('verify', more));
  const likeness = (at: { readonly at?: number }) => ({
    expectBody: (body: unknown) => expect({ ...at, expect: { body: patternToJson(body) } }),
    expectQuery: (query: object) => expect({ ...at, expect: { query: membersToJson(query) } }),
    expectHeader: (name: string, value: unknown = { any: true }) =>
      expect({ ...at, expect: { headers: { [name]: patternToJson(value) } } }),
    expectChat: (chat: ChatPattern) => expect({ ...at, expect: { chat: chatToJson(chat) } }),
  });
  const one = (position: number): RemoteRequest<Operation> => ({
    ...likeness({ at: position }),
    async get() {
      const found = await ask('verify', { at: position });
      const entry = found.at(position);
      if (entry === undefined) throw new Error(`the mock has no request at ${position}`);
      return entry;
    },
  });
  return {
    ...likeness({}),
    where: (pattern) =>
      select(client, path, {
        ...selection,
        where: { ...selection.where, ...requestPatternToJson(pattern) },
      }),
    all: () => ask('verify', {}),
    first: () => one(0),
    last: () => one(-1),
    at: one,
    expectCount: (count) => expect({ count }),
    expectNone: () => expect({ count: 0 }),
    waitFor: ({ count, timeoutMs } = {}) => ask('wait', { count, timeout_ms: timeoutMs }),
  };
}

function toEntry(json: RequestJson): JournalEntry {
  return {
    number: json.number,
    operation: json.operation ?? undefined,
    method: json.method,
    path: json.path,
    query: json.query,
    headers: json.headers,
    body: json.body ?? undefined,
    unknown: json.unknown,
    adjusted: json.adjusted,
    at: Date.parse(json.at),
    answeredBy: json.answered_by,
    status: json.status ?? undefined,
    durationMs: json.duration_ms ?? undefined,
    stream: (json.stream ?? undefined) as JournalEntry['stream'],
    // What the mock made of such an entry.
    chat: (json.chat ?? undefined) as JournalEntry['chat'],
    answer: json.answer ? { ...json.answer, finish: json.answer.finish ?? undefined } : undefined,
    usage: json.usage ?? undefined,
    cost: json.cost ?? undefined,
  };
}
