import { checkHandler } from './check-handler.ts';
import type { GatewayHandler, GatewayRequest } from './message.ts';

/**
 * Serves `handler` under `prefix` (for example `/v1`), as a host's router would: the prefix moves
 * from the request's path to its mount, and other paths resolve to undefined. A slash at its end
 * makes no difference. Throws a `TypeError` for a prefix without a leading slash, and for a gateway
 * in place of its handler.
 *
 * @example
 * const server = await serve(mountAt('/v1', gateway.handle), { port: 4010 });
 */
export function mountAt(prefix: string, handler: GatewayHandler): GatewayHandler {
  checkHandler(handler);
  const base = prefix.replace(/\/+$/, '');
  if (base === '') return handler;
  if (!base.startsWith('/')) {
    throw new TypeError(`a mount prefix must begin with "/", got ${JSON.stringify(prefix)}`);
  }
  // Not an async function, which would need three more turns to pass on the handler's promise.
  return (request) => {
    const { path, mount } = request;
    if (!path.startsWith(base)) return NOT_OURS;
    const rest = path.slice(base.length);
    if (rest !== '' && !rest.startsWith('/')) return NOT_OURS;
    return handler(new MountedRequest(request, mount + base, rest === '' ? '/' : rest));
  };
}

const NOT_OURS = Promise.resolve(undefined);

/** A request as seen from below a prefix. */
class MountedRequest implements GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly mount: string;
  readonly #request: GatewayRequest;

  constructor(request: GatewayRequest, mount: string, path: string) {
    this.method = request.method;
    this.path = path;
    this.search = request.search;
    this.mount = mount;
    this.#request = request;
  }

  // Accessors, because adapters compute these on first use.
  get headers() {
    return this.#request.headers;
  }

  get body() {
    return this.#request.body;
  }

  get signal() {
    return this.#request.signal;
  }

  get onSent() {
    return this.#request.onSent;
  }

  get hostRequest() {
    return this.#request.hostRequest;
  }
}

/** Tries each handler in turn; the first that answers wins. */
export function firstOf(...handlers: readonly GatewayHandler[]): GatewayHandler {
  handlers.forEach(checkHandler);
  return async (request) => {
    for (const handler of handlers) {
      const response = await handler(request);
      if (response !== undefined) return response;
    }
    return undefined;
  };
}
