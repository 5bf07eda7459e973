import type { IncomingMessage } from 'node:http';
import { isGatewayError } from '@model-gateway/core';
import { ByteLimit } from '@model-gateway/core/http';
import { checkUnread, type Leave } from './unread-request.ts';

/** Yields the body of a request as it arrives, no faster than it is taken. */
export async function* streamBody(
  req: IncomingMessage,
  limitBytes: number,
  length: string | undefined,
  leave: Leave,
): AsyncGenerator<Uint8Array, void> {
  const limit = new ByteLimit(limitBytes, length);
  checkUnread(req, leave);
  try {
    for await (const chunk of chunksOf(req)) {
      limit.count(chunk);
      yield chunk;
    }
  } catch (error) {
    // Whatever else ends a request early, its client is gone.
    throw isGatewayError(error) ? error : leave();
  }
}

/** Leaving the loop early keeps the connection, because the answer goes out on it. */
function chunksOf(req: IncomingMessage): AsyncIterable<Uint8Array> {
  // A message without an encoding emits Buffers.
  return req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}
