import type { GatewayResponse } from '../http/message.ts';
import { isGatewayResponse, isStatus, lackOf } from '../http/is-gateway-response.ts';
import { isJsonObject, type JsonObject } from '../json-value.ts';
import type { WebResponse } from '../operations/operation.ts';

/**
 * Returns what an operation answered as a response of the gateway: its own, or a web `Response`,
 * whose body is sent as it comes. Throws a `TypeError` with one sentence for anything else. Source:
 * contract §1.10.
 */
export function operationResponse(id: string, given: unknown): GatewayResponse {
  if (isGatewayResponse(given)) return given;
  if (isWebResponse(given)) return fromWeb(given);
  throw new TypeError(
    `operation "${id}" returned ${lackOf(given)}: return jsonResponse(value), another response of ` +
      '@model-gateway/core/http, or a web Response',
  );
}

/** By its members: a host may bring a `Response` of another realm or library. */
function isWebResponse(given: unknown): given is WebResponse {
  if (!isJsonObject(given) || !isStatus(given['status'])) return false;
  const { headers, body } = given;
  const hasHeaders = isJsonObject(headers) && typeof headers['forEach'] === 'function';
  return hasHeaders && (body === null || (isJsonObject(body) && isFunctionOf(body, 'getReader')));
}

function isFunctionOf(object: JsonObject, name: string): boolean {
  return typeof object[name] === 'function';
}

function fromWeb({ status, headers: given, body }: WebResponse): GatewayResponse {
  const headers: Record<string, string> = {};
  given.forEach((value, name) => {
    if (name !== 'set-cookie') headers[name] = value;
  });
  const cookies = given.getSetCookie?.() ?? [];
  const head = { status, headers, ...(cookies.length > 0 && { cookies }) };
  if (body === null) return { ...head, body: { kind: 'none' } };
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  return { ...head, body: { kind: 'stream', chunks: chunksOf(body), contentType } };
}

/** Not a generator, whose `finally` would not run for a body that is never read. */
function chunksOf(body: NonNullable<WebResponse['body']>): AsyncIterable<Uint8Array> {
  const reader = body.getReader();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const { value } = await reader.read();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      async return() {
        await reader.cancel();
        return { done: true, value: undefined };
      },
    }),
  };
}
