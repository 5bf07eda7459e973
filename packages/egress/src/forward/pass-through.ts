import { GatewayError } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { createForwarder, type Forwarder, type ForwarderOptions } from './create-forwarder.ts';
import { withoutCaller } from './forwarded-headers.ts';

/** Options of `passThrough`. */
export interface PassThroughOptions extends Omit<ForwarderOptions, 'headers'> {
  /** The upstream's key, sent as `authorization: Bearer …`. Undefined for one that takes no key. */
  readonly apiKey?: string | undefined;
  /**
   * More headers for the upstream, which take the place of the client's: `{ 'x-api-key': key }` where
   * it expects its key elsewhere.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a handler that passes every request on to one upstream, under the upstream's own key: for
 * what a gateway does not answer itself. The client's credentials and cookies stay here, and the
 * upstream's key goes only there. When the upstream refuses that key (401, 402, 403), the client
 * gets a 502, because its own key is right. Source: contract §4.6.
 *
 * It does not authenticate callers: give it to `createGateway`, which does.
 *
 * @example
 * const gateway = createGateway({
 *   stores,
 *   passThrough: passThrough('https://api.example.com/v1', { apiKey: process.env.UPSTREAM_KEY }),
 * });
 */
export function passThrough(
  url: string,
  { apiKey, headers: own = {}, ...options }: PassThroughOptions = {},
): Forwarder {
  const credentials = {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...lowerCased(own),
  };
  const forward = createForwarder(url, {
    ...options,
    headers: (forwarded) => ({ ...withoutCaller(forwarded), ...credentials }),
  });
  const hasKey = Object.keys(credentials).length > 0;
  return Object.assign(
    async (...[request]: Parameters<Forwarder>) => {
      const response = await forward(request);
      if (response === undefined || !hasKey || !KEY_REFUSED.has(response.status)) return response;
      await dismiss(response);
      throw new GatewayError('providerFailed', {
        metadata: { provider_name: forward.label, upstream_status: response.status },
      });
    },
    { label: forward.label, close: forward.close, [Symbol.asyncDispose]: forward.close },
  );
}

/** An answer with one of these may quote the key, so nothing of it is passed on. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Closes an answer whose body is not read. */
async function dismiss({ body }: GatewayResponse): Promise<void> {
  if (body.kind === 'stream') await body.chunks[Symbol.asyncIterator]().return?.();
}
