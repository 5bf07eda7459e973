import {
  EgressError,
  type HttpClient,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import { isLoopback } from '@model-gateway/core/kit';

/**
 * Where the telemetry of a mock goes: `true` for collectors on this machine, a list of origins for
 * those as well.
 */
export type ForwardTelemetry = boolean | readonly string[];

/**
 * Returns a client for collectors on this machine and at these origins. Everything else is refused,
 * because the destinations of a world are made up and their vendors are not.
 */
export function collectorClient(origins: readonly string[]): HttpClient {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const isAllowed = (url: URL) =>
    isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) || allowed.has(url.origin);
  return async (request) => {
    const url = new URL(request.url);
    if (!isAllowed(url)) {
      throw new EgressError(
        'refused',
        `the mock forwards telemetry to this machine only, got ${url.origin}: list it in forwardTelemetry`,
      );
    }
    return send(request);
  };
}

/** Sends with `fetch`, which every runtime of the mock has; a redirect is an answer like another. */
async function send(request: OutgoingRequest): Promise<IncomingResponse> {
  const { url, method, headers = {}, body, signal, onDispatch } = request;
  onDispatch?.();
  try {
    const init = { method, headers, signal, redirect: 'manual' as const };
    const response = await fetch(url, body === undefined ? init : { ...init, body: copied(body) });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: chunksOf(response),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new EgressError('unreachable', `${new URL(url).origin} does not answer`, error);
  }
}

/** `fetch` takes no bytes that may be shared with another thread. */
function copied(body: Uint8Array | string): Uint8Array<ArrayBuffer> | string {
  return typeof body === 'string' ? body : new Uint8Array(body);
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      yield part.value;
    }
  } finally {
    await reader?.cancel();
  }
}
