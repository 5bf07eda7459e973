import { ByteCollector, type GatewayRequest, type RequestBody } from '@model-gateway/core';

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
