import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { GatewayHandler } from '@model-gateway/core/http';
import type { FreshSubject } from '../conformance-case.ts';

/** An adapter under test, mounted in hosts that are started for one case. */
export interface AdapterSubject {
  /** Starts a host on 127.0.0.1, with `handler` mounted in it through the adapter. */
  mount(handler: GatewayHandler, options?: Partial<HostOptions>): Promise<MountedHost>;
}

/** What a case asks of its host. */
export interface HostOptions {
  /** Where the handler is mounted: `'/'`, `'/v1'` (the default), `'/api/v1'`. */
  readonly mount: string;
  /** Middleware that runs before the handler. */
  readonly before: HostMiddleware;
}

/**
 * Middleware that a host runs before the handler:
 * - `none`: nothing;
 * - `json`, `raw`, `text`: a body parser of the host for `application/json`,
 *   `application/octet-stream` or `text/plain` that refuses more than `PARSER_LIMIT_BYTES`, and the
 *   adapter's `gatewayErrorHandler()` at the mount;
 * - `consume`: middleware that reads the whole body and does not keep it;
 * - `compress`: middleware that compresses with gzip.
 */
export type HostMiddleware = 'none' | 'json' | 'raw' | 'text' | 'consume' | 'compress';

/** Limit of the host's body parsers. */
export const PARSER_LIMIT_BYTES = 2000;

/** A host that was started for a case. */
export interface MountedHost {
  /** The host's origin, `http://127.0.0.1:4010`, without the mount. */
  readonly url: string;
}

/**
 * Creates the listener of a host. When the handler does not answer, the host answers 404 with
 * `FALL_THROUGH_BODY`; an error that reaches it before anything was sent gets 500 with
 * `hostErrorBody(error)`.
 */
export type HostFactory = (handler: GatewayHandler, options: HostOptions) => HostListener;

/** A listener for `http.createServer`; its return value is ignored. */
export type HostListener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** Body of the host's 404 for requests that nothing else answered. */
export const FALL_THROUGH_BODY = 'not answered by the handler';

/** Returns the body of the host's 500 for an error that reached it. */
export function hostErrorBody(error: unknown): string {
  return `the host saw: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Creates the subject of a case from a function that creates hosts; its servers close with the
 * case.
 */
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
