import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  encodeEvent,
  encodeResponse,
  type GatewayResponse,
  type ServerSentEvent,
} from '@model-gateway/core';

/**
 * Writes a response. Known bytes go out corked, in one piece, with their length; events go out as
 * they come, no faster than the client reads. Resolves when everything is handed to the socket or
 * the client is gone.
 */
export async function sendResponse(res: ServerResponse, response: GatewayResponse): Promise<void> {
  const { status, headers, parts, events } = encodeResponse(response);
  res.writeHead(status, headers);
  if (!res.req.complete) stopReadingSoon(res);
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

const LINGER_MS = 1000;

/**
 * The answer came before the body was read, as a 413 does. A connection that is closed at once would
 * be reset, and the client might never see the answer; one that stays open would be read to its end.
 * So the client gets a second to take notice.
 */
function stopReadingSoon(res: ServerResponse): void {
  const { req } = res;
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), LINGER_MS);
    timer.unref();
    req.once('close', () => clearTimeout(timer));
  });
}

async function sendEvents(res: ServerResponse, events: AsyncIterable<ServerSentEvent>) {
  res.flushHeaders();
  try {
    for await (const event of events) {
      for (const part of encodeEvent(event)) {
        // Leaving the loop closes the source, so that nothing is made for a client that is gone.
        if (res.closed) return;
        res.write(part);
        if (res.writableNeedDrain) await drained(res);
      }
    }
  } catch (error) {
    // A source may end in an error because its client left, which is nobody's fault.
    if (res.closed) return;
    throw error;
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
