import { ByteCollector, type GatewayRequest, type RequestBody } from '@model-gateway/core';

const READ_BEFORE =
  'the request body was read before the gateway came to it: call the gateway in front of whatever ' +
  'reads bodies, or give that a request.clone()';

/** A web request as the gateway's envelope. */
export function toGatewayRequest(request: Request): GatewayRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search,
    mount: '',
    headers: Object.fromEntries(request.headers),
    body: bodyOf(request),
    signal: request.signal,
  };
}

function bodyOf(request: Request): RequestBody {
  const { body } = request;
  if (body === null) return { kind: 'none' };
  return {
    kind: 'bytes',
    async read(limitBytes) {
      // A body that was read before ends at once, as if it were empty.
      if (request.bodyUsed) throw new Error(READ_BEFORE);
      const collector = new ByteCollector(
        limitBytes,
        request.headers.get('content-length') ?? undefined,
      );
      const reader = body.getReader();
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          collector.push(next.value);
        }
        return collector.bytes();
      } catch (error) {
        await reader.cancel(error);
        throw error;
      }
    },
  };
}
