import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { encodeEvent, encodeResponse, type GatewayResponse, type ServerSentEvent } from '@model-gateway/core';

/**
 * Writes a response. Known bytes go out corked, in one piece, with their length; events go out as
 * they come, no faster than the client reads. Resolves when everything is handed to the socket or
 * the client is gone.
 */
export async function sendResponse(res: ServerResponse, response: GatewayResponse): Promise<void> {
  const { status, headers, parts, events } = encodeResponse(response);
  res.writeHead(status, headers);
  if (events !== undefined) return sendEvents(res, events);
  const [only] = parts;
  if (parts.length <= 1) {
    res.end(only);
    return;
  }
  res.cork();
  for (const part of parts) res.write(part);
  res.end();
}

async function sendEvents(res: ServerResponse, events: AsyncIterable<ServerSentEvent>) {
  res.flushHeaders();
  for await (const event of events) {
    // Leaving the loop closes the source, so that nothing is produced for a client that is gone.
    if (res.closed) return;
    res.write(encodeEvent(event));
    // Only `writableNeedDrain` tells: a corked write may return false and 'drain' never comes.
    if (res.writableNeedDrain) await drained(res);
  }
  res.end();
}

async function drained(res: ServerResponse): Promise<void> {
  const settled = new AbortController();
  try {
    await Promise.race([
      once(res, 'drain', { signal: settled.signal }),
      once(res, 'close', { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
  }
}
