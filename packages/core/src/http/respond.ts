import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { TEXT_MEMBERS, wholeFrom } from '../input/value-rule.ts';
import type { GatewayResponse, ServerSentEvent } from './message.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns a JSON response; the value is serialised when it is sent. The status is 200 by default.
 * Throws a `TypeError` for an option that it does not have.
 *
 * @example
 * jsonResponse({ data: [] }, { headers: { 'cache-control': 'no-store' } });
 */
export function jsonResponse(value: unknown, options: JsonOptions = NO_OPTIONS) {
  // Most responses are made without any, and then nothing is checked.
  if (options !== NO_OPTIONS) checkOptions('jsonResponse', options, JSON_OPTIONS);
  const { status = 200, headers = {} } = options;
  return {
    status,
    headers,
    body: { kind: 'json', value },
  } satisfies GatewayResponse;
}

interface JsonOptions {
  readonly status?: number;
  readonly headers?: Headers;
}

const NO_OPTIONS: JsonOptions = {};

const JSON_OPTIONS: OptionTable<JsonOptions> = {
  status: wholeFrom(200, 599),
  headers: TEXT_MEMBERS,
};

/** Returns a 200 of ready bytes. */
export function bytesResponse(
  parts: readonly Uint8Array[],
  contentType: string,
  headers: Headers = {},
) {
  return {
    status: 200,
    headers,
    body: { kind: 'bytes', parts, contentType },
  } satisfies GatewayResponse;
}

/**
 * Returns a 200 of server-sent events, sent as they come. Leaving early ends the iterator with
 * `return()`.
 *
 * @example
 * async function* count() {
 *   for (let n = 1; n <= 3; n++) yield { data: JSON.stringify({ n }) };
 * }
 * eventsResponse(count());
 */
export function eventsResponse(events: AsyncIterable<ServerSentEvent>, headers: Headers = {}) {
  return { status: 200, headers, body: { kind: 'events', events } } satisfies GatewayResponse;
}

/** Returns a response without a body. */
export function emptyResponse(status: number, headers: Headers = {}) {
  return { status, headers, body: { kind: 'none' } } satisfies GatewayResponse;
}

/** Returns the response with its JSON value changed, or unchanged when its body is not JSON. */
export function withJson(
  response: GatewayResponse,
  change: (value: unknown) => unknown,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'json') return response;
  return { ...response, body: { kind: 'json', value: change(body.value) } };
}

/** Returns the response with more headers; its own headers of the same name take precedence. */
export function withHeaders(response: GatewayResponse, headers: Headers): GatewayResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}
