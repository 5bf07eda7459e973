import type { GatewayRequest } from '@model-gateway/core/http';
import type { StreamedRequest } from '../streamed-request.ts';
import type { SilenceLimit } from './silence-limit.ts';

/** The body of a request to forward. */
export interface ForwardedBody {
  readonly body?: NonNullable<StreamedRequest['body']>;
  /** `content-length`, where the length of a stream is known. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns the body of a request to forward: as it arrives, once it has begun to arrive, or whole
 * where it is in memory anyway. Rejects when it is announced to be longer than `limitBytes`; one that
 * grows longer rejects later. `taking` limits how long the upstream may take for each chunk.
 */
export async function forwardedBody(
  { body, headers }: GatewayRequest,
  limitBytes: number,
  taking: SilenceLimit,
): Promise<ForwardedBody> {
  switch (body.kind) {
    case 'none':
      return {};
    case 'bytes':
      return body.stream === undefined
        ? { body: await body.read(limitBytes) }
        : begun(body.stream(limitBytes), headers['content-length'], taking);
    case 'parsed':
      return { body: serialized(body.value, headers['content-type']) };
  }
}

function serialized(value: unknown, contentType = 'json'): string {
  if (/\bjson\b/i.test(contentType)) return JSON.stringify(value);
  throw new TypeError(
    `a body parser of the host has read this ${contentType} body, so it cannot be forwarded as it ` +
      'came: mount the handler before the parser',
  );
}

/**
 * Waits for the first chunk, so that a client that announces a body and sends none, or one that is
 * refused, costs the upstream nothing. The time that the client takes is not the upstream's silence.
 */
async function begun(
  chunks: AsyncIterable<Uint8Array>,
  length: string | undefined,
  taking: SilenceLimit,
): Promise<ForwardedBody> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next();
  if (first.done === true) return { body: new Uint8Array() };
  const body: AsyncIterableIterator<Uint8Array> = {
    async next() {
      taking.stop();
      const next = first ?? (await iterator.next());
      first = undefined;
      taking.start();
      return next;
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  return { body, headers: length === undefined ? {} : { 'content-length': length } };
}
