import * as v from 'valibot';
import {
  bytesResponse,
  emptyResponse,
  eventsResponse,
  finishResponse,
  jsonResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { didYouMean, isJsonObject, kindOf, quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import type { Action, TimesOption } from '../action.ts';
import type { TargetName } from '../../route-name.ts';
import type { AnyOperation, BodyOf } from '../operation-types.ts';
import { members, NUMBER, TEXT, TEXTS, TIMES, timesFromJson, timesToJson } from './forms.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';
import type { RuleContext } from '../rule-context.ts';
import { withLowerCaseNames } from '../../http/lower-case-names.ts';
import { retryHeaders } from '../../http/retry-headers.ts';

/** An answer of your own: as JSON, as text, as a stream of events, or without a body. */
export type Reply = ReplyHead &
  (
    | { readonly json?: unknown; readonly text?: undefined; readonly events?: undefined }
    | { readonly json?: undefined; readonly text: string; readonly events?: undefined }
    | { readonly json?: undefined; readonly text?: undefined; readonly events: ReplyEvents }
  );

/**
 * The data of server-sent events: text goes as it is, such as `[DONE]`, everything else as JSON.
 * `{ event: 'message_start', data }`, with these two members only, is an event with a name. An async generator decides when each is sent.
 */
export type ReplyEvents = readonly unknown[] | AsyncIterable<unknown>;

interface ReplyHead {
  /** 200 by default. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as a reply may look at it. */
export interface RepliedRequest<Operation extends AnyOperation = '*'> {
  readonly operation: TargetName;
  readonly method: string;
  /** Below the API's base path. */
  readonly path: string;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body as received, unchecked. */
  readonly body: BodyOf<Operation>;
}

/** Makes the answer to a request that a rule matched. */
export type ReplyFunction<Operation extends AnyOperation> = (
  request: RepliedRequest<Operation>,
) => Reply | Promise<Reply>;

export const REPLY = defineAction({
  options: { times: true },
  create: reply<AnyOperation>,
  schema: members({
    status: v.optional(NUMBER),
    headers: v.optional(TEXTS),
    json: v.optional(v.unknown()),
    text: v.optional(TEXT),
    events: v.optional(v.array(v.unknown(), 'must be a list of texts and objects')),
    times: v.optional(TIMES),
  }),
  fromJson(json) {
    const { times: _times, ...given } = json;
    // Two bodies are refused by `create`.
    return [given as Reply, timesFromJson(json)];
  },
  toJson(given, { times } = {}) {
    if (typeof given === 'function') {
      throw diagnostic('GW1606', 'a function cannot be sent to the mock: reply with an object');
    }
    const { headers, events, ...rest } = given;
    if (events !== undefined && Symbol.asyncIterator in events) {
      const message = 'a generator cannot be sent to the mock: reply with a list of events';
      throw diagnostic('GW1606', message);
    }
    return {
      ...rest,
      headers: headers && { ...headers },
      events: events && [...events],
      times: timesToJson(times),
    };
  },
});

/** Answers in the gateway's place. A retryable status asks for a retry at once. */
function reply<Operation extends AnyOperation>(
  given: Reply | ReplyFunction<Operation>,
  { times }: TimesOption = {},
): Action {
  if (typeof given !== 'function') checkReply(given);
  return {
    name: 'reply',
    times: readTimes(times),
    does: {
      action: 'reply',
      status: typeof given === 'function' ? undefined : (given.status ?? 200),
      delayMs: 0,
    },
    async answer(context) {
      const { request } = context;
      const said = typeof given === 'function' ? await given(await toReplied(context)) : given;
      checkReply(said);
      return finishResponse(request, toResponse(said), requestIdOf(request));
    },
  };
}

async function toReplied<Operation extends AnyOperation>(
  context: RuleContext,
): Promise<RepliedRequest<Operation>> {
  const { operation, params, request } = context;
  const { method, path, search, headers } = request;
  return {
    operation,
    method,
    path,
    params,
    query: new URLSearchParams(search),
    headers,
    // Well-behaved clients send this type; the docstring says that it is unchecked.
    body: (await context.json()) as BodyOf<Operation>,
  };
}

function toResponse({
  status = 200,
  headers = {},
  json: value,
  text,
  events,
}: Reply): GatewayResponse {
  const given = withLowerCaseNames(headers);
  const all = 'retry-after' in given ? given : { ...retryHeaders(status), ...given };
  if (events !== undefined) return { ...eventsResponse(toEvents(events), all), status };
  if (value !== undefined) return jsonResponse(value, { status, headers: all });
  if (text === undefined) return emptyResponse(status, all);
  return { ...bytesResponse([new TextEncoder().encode(text)], TEXT_TYPE, all), status };
}

async function* toEvents(events: ReplyEvents) {
  for await (const event of events) {
    if (!isNamed(event)) yield { data: dataOf(event) };
    else yield { event: event.event, data: dataOf(event.data) };
  }
}

function dataOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An event with a name has these two members and no other, so that payloads pass for themselves. */
function isNamed(event: unknown): event is { readonly event: string; readonly data: unknown } {
  if (!isJsonObject(event) || typeof event['event'] !== 'string') return false;
  return 'data' in event && Object.keys(event).length === 2;
}

const TEXT_TYPE = 'text/plain; charset=utf-8';
const BODIES = ['json', 'text', 'events'];
const MEMBERS = ['status', 'headers', ...BODIES];
/** Statuses without a body in HTTP, for which fetch accepts none. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Throws for an invalid reply; most often it is JSON outside of `json`. */
function checkReply(given: unknown): asserts given is Reply {
  if (Array.isArray(given)) {
    throw diagnostic(
      'GW1207',
      'reply() takes one answer, got a list: to answer with it as JSON write { json: […] }; for ' +
        'answers in turn write one reply() for each, the last one first',
    );
  }
  if (typeof given !== 'object' || given === null) {
    const hint = typeof given === 'string' ? '; to answer with text write { text: … }' : '';
    throw diagnostic(
      'GW1207',
      `reply() takes { ${MEMBERS.join(', ')} }, got ${kindOf(given)}${hint}`,
    );
  }
  const unknown = Object.keys(given).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    throw diagnostic(
      'GW1207',
      `reply() takes { ${MEMBERS.join(', ')} }, got a member "${unknown}"` +
        (didYouMean(unknown, MEMBERS) || '; to answer with JSON write { json: … }'),
    );
  }
  const bodies = BODIES.filter((name) => name in given);
  if (bodies.length > 1) {
    const message = `a reply takes one of ${BODIES.join(', ')}, got ${bodies.join(' and ')}`;
    throw diagnostic('GW1207', message);
  }
  if ('events' in given && !isListOrGenerator(given.events)) {
    throw diagnostic(
      'GW1207',
      `the events of a reply must be a list or an async generator, got ${String(given.events)}`,
    );
  }
  const { status = 200 }: { readonly status?: unknown } = given;
  if (!(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) {
    throw diagnostic(
      'GW1207',
      `the status of a reply must be 200 to 599, got ${quoteValue(status)}`,
    );
  }
  if (BODILESS.has(Number(status)) && bodies.length > 0) {
    const message = `an answer with status ${String(status)} cannot have a body, got ${bodies.join()}`;
    throw diagnostic('GW1207', message);
  }
}

function isListOrGenerator(value: unknown): value is ReplyEvents {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
