import { Readable } from 'node:stream';
import {
  encodeEvent,
  encodeResponse,
  type GatewayResponse,
  type ServerSentEvent,
} from '@model-gateway/core';
import { stopReadingSoon } from '@model-gateway/node';
import type { KoaContext } from './koa-context.ts';

/** Puts a response on the context, for Koa to send once the middleware around us is done with it. */
export function setResponse(ctx: KoaContext, response: GatewayResponse): void {
  const { status, headers, parts, events } = encodeResponse(response);
  // Koa takes the type of what it had before for the type of an empty body.
  ctx.remove('content-type');
  ctx.body = events === undefined ? bodyOf(parts) : streamOf(ctx, events);
  // After the body, which sets headers and for an empty one the status.
  ctx.status = status;
  ctx.set(events === undefined ? { ...headers } : untransformed(headers));
  stopReadingSoon(ctx.res);
}

/** One part as a Buffer, which outer middleware understands best; many are not copied into one. */
function bodyOf(parts: readonly Uint8Array[]): Buffer | Readable | null {
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length > 1) return Readable.from(parts);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}

function streamOf(ctx: KoaContext, events: AsyncIterable<ServerSentEvent>): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // Koa reads on, so all middleware is done: the client need not wait for the first event.
    if (ctx.body === stream) ctx.flushHeaders();
    for await (const event of events) yield* encodeEvent(event);
  }
  const stream = Readable.from(chunks());
  // Koa 2 only reports it, and the client would wait for ever.
  stream.once('error', () => ctx.headerSent && ctx.res.destroy());
  return stream;
}

/** koa-compress gathers what it is given and cannot be told to let go of an event. */
function untransformed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'cache-control': caching } = headers;
  const directives = caching === undefined ? 'no-transform' : `${caching}, no-transform`;
  return { ...headers, 'cache-control': directives };
}
