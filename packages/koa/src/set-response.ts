import { addAbortSignal, Readable } from 'node:stream';
import { encodeResponse, type GatewayResponse } from '@model-gateway/core/http';
import { endOfTurn, stopReadingSoon } from '@model-gateway/node';
import type { KoaContext } from './koa-context.ts';

/**
 * Puts a response on the context, for Koa to send once the outer middleware is done. Delays known
 * bytes as `sendResponse` does.
 */
export async function setResponse(ctx: KoaContext, response: GatewayResponse): Promise<void> {
  const { status, headers, cookies, parts, steps, signal } = encodeResponse(response);
  if (steps === undefined) await endOfTurn();
  const body = steps === undefined ? bodyOf(parts) : streamOf(ctx, steps, signal);
  const isBytes = Buffer.isBuffer(body);
  // For an empty body Koa would keep a type that was set before; for bytes without a type it would
  // guess one.
  if (isBytes) ctx.set(headers);
  else ctx.remove('content-type');
  ctx.body = body;
  // After the body: setting an empty one changes the status, and all but bytes change headers.
  ctx.status = status;
  if (!isBytes) ctx.set(headers);
  // Beside those of the host's own middleware.
  for (const cookie of cookies ?? []) ctx.res.appendHeader('set-cookie', cookie);
  stopReadingSoon(ctx.res);
}

/**
 * Returns one part as a Buffer, which outer middleware handles best; many are not copied into one.
 */
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
  // Koa has started to read, so all middleware is done: the client need not wait for an event.
  const stream: Readable = Readable.from(
    chunks(steps, () => ctx.body === stream && ctx.flushHeaders()),
  );
  if (signal !== undefined) addAbortSignal(signal, stream);
  // Koa 2 only reports the error, and the client would wait forever.
  stream.once('error', () => ctx.headerSent && ctx.res.destroy());
  return stream;
}

async function* chunks(
  steps: AsyncIterable<Iterable<Uint8Array>>,
  onRead: () => void,
): AsyncGenerator<Uint8Array> {
  onRead();
  for await (const parts of steps) yield* parts;
}
