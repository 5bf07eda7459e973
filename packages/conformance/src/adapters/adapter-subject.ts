import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { GatewayHandler } from '@model-gateway/core';
import type { FreshSubject } from '../conformance-case.ts';

/** An adapter in hosts that are made for one case. */
export interface AdapterSubject {
  /** Starts a host on 127.0.0.1, with `handler` mounted in it through the adapter. */
  mount(handler: GatewayHandler, options?: Partial<HostOptions>): Promise<MountedHost>;
}

export interface HostOptions {
  /** Where the handler is mounted: `'/'`, `'/v1'` (the default), `'/api/v1'`. */
  readonly mount: string;
  /** What runs before the handler. */
  readonly before: HostMiddleware;
}

/**
 * What hosts run before a handler:
 * - `none`: nothing;
 * - `json`, `raw`, `text`: a body parser of the host for `application/json`,
 *   `application/octet-stream` or `text/plain` that refuses more than `PARSER_LIMIT_BYTES`, and the
 *   adapter's `gatewayErrorHandler()` at the mount;
 * - `consume`: middleware that reads the whole body and leaves nothing in its place;
 * - `compress`: middleware that compresses with gzip.
 */
export type HostMiddleware = 'none' | 'json' | 'raw' | 'text' | 'consume' | 'compress';

/** The longest body that the parsers of a host take. */
export const PARSER_LIMIT_BYTES = 2000;

export interface MountedHost {
  /** The host's origin, `http://127.0.0.1:4010`, without the mount. */
  readonly url: string;
}

/**
 * Makes the listener of a host. After the handler the host answers 404 with `HOST_GOES_ON`, and an
 * error that reaches it before anything was sent with 500 and `hostSaw(error)`.
 */
export type HostFactory = (handler: GatewayHandler, options: HostOptions) => HostListener;

/** A listener of `http.createServer`; what it returns does not matter. */
export type HostListener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** What a host answers when nothing else does. */
export const HOST_GOES_ON = 'the host goes on';

/** What a host answers when an error reaches it. */
export function hostSaw(error: unknown): string {
  return `the host saw: ${error instanceof Error ? error.message : String(error)}`;
}

/** The subject of a case, from a function that makes hosts; its servers end with the case. */
export function createAdapterSubject(createHost: HostFactory): FreshSubject<AdapterSubject> {
  const endings: (() => void)[] = [];
  return {
    subject: {
      async mount(handler, { mount = '/v1', before = 'none' } = {}) {
        const listener = createHost(handler, { mount, before });
        const server = createServer((req, res) => void listener(req, res));
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        endings.push(() => {
          server.close();
          server.closeAllConnections();
        });
        const address = server.address();
        if (address === null || typeof address === 'string') throw new Error('expected a port');
        return { url: `http://127.0.0.1:${address.port}` };
      },
    },
    async dispose() {
      for (const end of endings) end();
    },
  };
}
