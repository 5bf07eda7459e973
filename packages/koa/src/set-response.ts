import { addAbortSignal, Readable } from 'node:stream';
import { encodeResponse, type GatewayResponse } from '@model-gateway/core';
import { endOfTurn, stopReadingSoon } from '@model-gateway/node';
import type { KoaContext } from './koa-context.ts';

/**
 * Puts a response on the context, for Koa to send once the middleware around us is done with it.
 * Waits with known bytes as `sendResponse` does.
 */
export async function setResponse(ctx: KoaContext, response: GatewayResponse): Promise<void> {
  const { status, headers, parts, steps, signal } = encodeResponse(response);
  if (steps === undefined) await endOfTurn();
  const body = steps === undefined ? bodyOf(parts) : streamOf(ctx, steps, signal);
  const isBytes = Buffer.isBuffer(body);
  // Koa takes the type of what it had before for the type of an empty body; and bytes without a type
  // make it look for one.
  if (isBytes) ctx.set(headers);
  else ctx.remove('content-type');
  ctx.body = body;
  // After the body, which for an empty one sets the status and for all but bytes changes headers.
  ctx.status = status;
  if (!isBytes) ctx.set(headers);
  stopReadingSoon(ctx.res);
}

/** One part as a Buffer, which outer middleware understands best; many are not copied into one. */
function bodyOf(parts: readonly Uint8Array[]): Buffer | Readable | null {
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length > 1) return Readable.from(parts);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}

function streamOf(
  ctx: KoaContext,
  steps: AsyncIterable<Iterable<Uint8Array>>,
  signal: AbortSignal | undefined,
): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // Koa reads on, so all middleware is done: the client need not wait for the first event.
    if (ctx.body === stream) ctx.flushHeaders();
    for await (const parts of steps) yield* parts;
  }
  const stream = Readable.from(chunks());
  if (signal !== undefined) addAbortSignal(signal, stream);
  // Koa 2 only reports it, and the client would wait for ever.
  stream.once('error', () => ctx.headerSent && ctx.res.destroy());
  return stream;
}
