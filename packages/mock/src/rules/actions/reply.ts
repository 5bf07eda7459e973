import * as v from 'valibot';
import type { OperationId } from '@model-gateway/core';
import {
  bytesResponse,
  emptyResponse,
  finishResponse,
  jsonResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import type { Action, TimesOption } from '../action.ts';
import type { AnyOperation, BodyOf } from '../operation-types.ts';
import { members, NUMBER, TEXT, TEXTS, TIMES, timesFromJson, timesToJson } from '../json/forms.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';
import type { RuleContext } from '../rule-context.ts';
import { withLowerCaseNames } from './header-names.ts';
import { retryHeaders } from '../../http/retry-headers.ts';

/** An answer of your own: as JSON, as text, or without a body. */
export type Reply = ReplyHead &
  (
    | { readonly json?: unknown; readonly text?: undefined }
    | { readonly json?: undefined; readonly text: string }
  );

interface ReplyHead {
  /** 200 by default. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as a reply may look at it. */
export interface RepliedRequest<Operation extends AnyOperation = '*'> {
  readonly operation: OperationId;
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

export type ReplyFunction<Operation extends AnyOperation> = (
  request: RepliedRequest<Operation>,
) => Reply | Promise<Reply>;

export const REPLY = defineAction({
  create: reply<AnyOperation>,
  schema: members({
    status: v.optional(NUMBER),
    headers: v.optional(TEXTS),
    json: v.optional(v.unknown()),
    text: v.optional(TEXT),
    times: v.optional(TIMES),
  }),
  fromJson(json) {
    const { times: _times, ...given } = json;
    // JSON together with text is refused by `create`.
    return [given as Reply, timesFromJson(json)];
  },
  toJson(given, { times } = {}) {
    if (typeof given === 'function') {
      throw diagnostic('GW1606', 'a function cannot be sent to the mock: reply with an object');
    }
    const { headers, ...rest } = given;
    return { ...rest, headers: headers && { ...headers }, times: timesToJson(times) };
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

function toResponse({ status = 200, headers = {}, json: value, text }: Reply): GatewayResponse {
  const given = withLowerCaseNames(headers);
  const all = 'retry-after' in given ? given : { ...retryHeaders(status), ...given };
  if (value !== undefined) return jsonResponse(value, { status, headers: all });
  if (text === undefined) return emptyResponse(status, all);
  return { ...bytesResponse([new TextEncoder().encode(text)], TEXT_TYPE, all), status };
}

const TEXT_TYPE = 'text/plain; charset=utf-8';
const MEMBERS = ['status', 'headers', 'json', 'text'];
/** Statuses with which HTTP sends no body, and fetch takes none. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Throws for an invalid reply; most often it is JSON outside of `json`. */
function checkReply(given: unknown): asserts given is Reply {
  if (typeof given !== 'object' || given === null) {
    throw diagnostic(
      'GW1207',
      `reply() takes { status, headers, json, text }, got ${String(given)}`,
    );
  }
  const stray = Object.keys(given).find((name) => !MEMBERS.includes(name));
  if (stray !== undefined) {
    throw diagnostic(
      'GW1207',
      `reply() takes { status, headers, json, text }, got a member "${stray}"` +
        (didYouMean(stray, MEMBERS) || '; to answer with JSON write { json: … }'),
    );
  }
  if ('json' in given && 'text' in given) {
    throw diagnostic('GW1207', 'a reply takes either json or text, got both');
  }
  const { status = 200 }: { readonly status?: unknown } = given;
  if (!(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) {
    throw diagnostic('GW1207', `the status of a reply must be 200 to 599, got ${String(status)}`);
  }
  if (BODILESS.has(Number(status)) && ('json' in given || 'text' in given)) {
    const message = `an answer with status ${String(status)} cannot have a body, got json or text`;
    throw diagnostic('GW1207', message);
  }
}
