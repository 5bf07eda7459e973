import type { RequestListener, ServerResponse } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import { JSON_TYPE } from './servers/tiny-body.ts';
import type { Target } from './targets.ts';

/** The bytes that answer a URL. */
export type BodyOf = (url: string) => Uint8Array;

/** A framework that the gateway is mounted in. Adding one is adding an entry to `HOSTS`. */
export interface Host {
  /**
   * Least share of bare node:http that is left: for the default list (T1), for a tiny body (T2).
   * Without it the host is measured for information.
   */
  readonly atLeast?: { readonly list: number; readonly tiny: number };
  /** Mounts each handler under its prefix, through the framework and our adapter. */
  mount(handlers: Readonly<Record<string, GatewayHandler>>): Promise<RequestListener>;
  /** The framework without us, answering everything under each prefix. */
  alone?(prefixes: readonly string[], bodyOf: BodyOf): Promise<RequestListener>;
}

export const HOSTS = {
  connect: {
    atLeast: { list: 0.9, tiny: 0.9 },
    async mount(handlers) {
      const { default: connect } = await import('connect');
      const { connectGateway } = await import('@model-gateway/connect');
      const app = connect();
      for (const [prefix, handler] of Object.entries(handlers)) {
        app.use(prefix, connectGateway(handler));
      }
      return app;
    },
    async alone(prefixes, bodyOf) {
      const { default: connect } = await import('connect');
      const app = connect();
      for (const prefix of prefixes) {
        app.use(prefix, ({ originalUrl = '' }, res) => sendBare(res, bodyOf(originalUrl)));
      }
      return app;
    },
  },
  koa: {
    atLeast: { list: 0.9, tiny: 0.88 },
    async mount(handlers) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use(await koaMiddleware(handlers));
      return listenerOf(app);
    },
    async alone(prefixes, bodyOf) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use((ctx, next) => {
        if (!prefixes.some((prefix) => ctx.path.startsWith(prefix))) return next();
        const { buffer, byteOffset, byteLength } = bodyOf(ctx.url);
        ctx.type = JSON_TYPE;
        ctx.body = Buffer.from(buffer, byteOffset, byteLength);
        return undefined;
      });
      return listenerOf(app);
    },
  },
  'koa, inside another middleware': {
    async mount(handlers) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use((_ctx, next) => next());
      app.use(await koaMiddleware(handlers));
      return listenerOf(app);
    },
  },
  express: {
    atLeast: { list: 0.9, tiny: 0.75 },
    async mount(handlers) {
      const { default: express } = await import('express');
      const { expressGateway } = await import('@model-gateway/express');
      const app = express();
      for (const [prefix, handler] of Object.entries(handlers)) {
        app.use(prefix, expressGateway(handler));
      }
      return app;
    },
    async alone(prefixes, bodyOf) {
      const { default: express } = await import('express');
      const app = express();
      for (const prefix of prefixes) {
        // Not `res.send`, which makes an ETag of the body for each request.
        app.use(prefix, ({ originalUrl }, res) => sendBare(res, bodyOf(originalUrl)));
      }
      return app;
    },
  },
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof HOSTS;

// Object.keys forgets the key type; the keys are those of HOSTS.
export const HOST_NAMES = Object.keys(HOSTS) as HostName[];

/** An entry of `HOSTS` with what an entry may have. */
export function hostNamed(name: HostName): Host {
  return HOSTS[name];
}

export function listTarget(host: HostName): Target {
  return {
    id: 'T1',
    workload: `default list: bare, same bytes ÷ ${host}`,
    unit: 'ratio',
    limit: limitOf(hostNamed(host).atLeast?.list),
  };
}

export function tinyTarget(host: HostName): Target {
  return {
    id: 'T2',
    workload: `tiny handler: bare ÷ ${host} and our adapter`,
    unit: 'ratio',
    limit: limitOf(hostNamed(host).atLeast?.tiny),
  };
}

function limitOf(atLeast: number | undefined): Target['limit'] {
  return atLeast === undefined ? undefined : { atLeast };
}

async function koaMiddleware(handlers: Readonly<Record<string, GatewayHandler>>) {
  const { firstOf, mountAt } = await import('@model-gateway/core');
  const { koaGateway } = await import('@model-gateway/koa');
  const mounted = Object.entries(handlers).map(([prefix, handler]) => mountAt(prefix, handler));
  return koaGateway(firstOf(...mounted));
}

function sendBare(res: ServerResponse, body: Uint8Array): void {
  res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.byteLength });
  res.end(body);
}

/** Koa's own callback returns a promise, which nobody waits for. */
function listenerOf(app: { callback(): (...args: Parameters<RequestListener>) => unknown }) {
  const answer = app.callback();
  const listener: RequestListener = (req, res) => void answer(req, res);
  return listener;
}
