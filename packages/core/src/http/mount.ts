import type { GatewayHandler } from './message.ts';

/**
 * Serves `handler` under `prefix` (for example `/v1`), as a host's router would: the prefix moves
 * from the request's path to its mount, and other paths are not the handler's.
 */
export function mountAt(prefix: string, handler: GatewayHandler): GatewayHandler {
  const base = prefix.replace(/\/+$/, '');
  if (base === '') return handler;
  if (!base.startsWith('/')) {
    throw new TypeError(`a mount prefix must begin with "/", got ${JSON.stringify(prefix)}`);
  }
  return async (request) => {
    const { path, mount } = request;
    if (!path.startsWith(base)) return undefined;
    const rest = path.slice(base.length);
    if (rest !== '' && !rest.startsWith('/')) return undefined;
    // Accessors, because adapters compute these on first use.
    return handler({
      method: request.method,
      path: rest === '' ? '/' : rest,
      search: request.search,
      mount: mount + base,
      get headers() {
        return request.headers;
      },
      get body() {
        return request.body;
      },
      get signal() {
        return request.signal;
      },
    });
  };
}

/** Asks each handler in turn; the first that answers wins. */
export function firstOf(...handlers: readonly GatewayHandler[]): GatewayHandler {
  return async (request) => {
    for (const handler of handlers) {
      const response = await handler(request);
      if (response !== undefined) return response;
    }
    return undefined;
  };
}
