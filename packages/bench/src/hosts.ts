import type { RequestListener, ServerResponse } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core/http';
import { JSON_TYPE } from './tiny-body.ts';

/** The bytes that answer a URL. */
export type BodyOf = (url: string) => Uint8Array;

/** A framework that the gateway is mounted in. Adding one is adding an entry to `HOSTS`. */
export interface Host {
  /**
   * Least ratios: of bare node:http to us for the default list (T1), and of the framework alone to
   * us in it for a tiny body (T2). Without them the host is measured for information.
   */
  readonly atLeast?: { readonly list: number; readonly tiny: number };
  /** Mounts a handler under a prefix, through the framework and our adapter. */
  mount(prefix: string, handler: GatewayHandler): Promise<RequestListener>;
  /** The framework without us, answering everything under a prefix. */
  alone?(prefix: string, bodyOf: BodyOf): Promise<RequestListener>;
}

export const HOSTS = {
  connect: {
    atLeast: { list: 0.9, tiny: 0.95 },
    async mount(prefix, handler) {
      const { default: connect } = await import('connect');
      const { connectGateway } = await import('@model-gateway/connect');
      const { sendAndFree } = await import('@model-gateway/node');
      return connect().use(prefix, connectGateway(handler, sendAndFree));
    },
    async alone(prefix, bodyOf) {
      const { default: connect } = await import('connect');
      return connect().use(prefix, ({ originalUrl = '' }, res) =>
        sendBare(res, bodyOf(originalUrl)),
      );
    },
  },
  koa: {
    atLeast: { list: 0.9, tiny: 0.95 },
    async mount(prefix, handler) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use(await koaMiddleware(prefix, handler));
      return listenerOf(app);
    },
    async alone(prefix, bodyOf) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use((ctx, next) => {
        if (!ctx.path.startsWith(prefix)) return next();
        const { buffer, byteOffset, byteLength } = bodyOf(ctx.url);
        ctx.type = JSON_TYPE;
        ctx.body = Buffer.from(buffer, byteOffset, byteLength);
        return undefined;
      });
      return listenerOf(app);
    },
  },
  'koa, inside another middleware': {
    async mount(prefix, handler) {
      const { default: Koa } = await import('koa');
      const app = new Koa();
      app.use((_ctx, next) => next());
      app.use(await koaMiddleware(prefix, handler));
      return listenerOf(app);
    },
  },
  express: {
    atLeast: { list: 0.9, tiny: 0.95 },
    async mount(prefix, handler) {
      const { default: express } = await import('express');
      const { expressGateway } = await import('@model-gateway/express');
      return express().use(prefix, expressGateway(handler));
    },
    async alone(prefix, bodyOf) {
      const { default: express } = await import('express');
      // Not `res.send`, which makes an ETag of the body for each request.
      return express().use(prefix, ({ originalUrl }, res) => sendBare(res, bodyOf(originalUrl)));
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

async function koaMiddleware(prefix: string, handler: GatewayHandler) {
  const { mountAt } = await import('@model-gateway/core/http');
  const { koaGateway } = await import('@model-gateway/koa');
  return koaGateway(mountAt(prefix, handler));
}

function sendBare(res: ServerResponse, body: Uint8Array): void {
  res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.byteLength });
  res.end(body);
}

/** Koa's own callback returns a promise, which is not awaited. */
function listenerOf(app: { callback(): (...args: Parameters<RequestListener>) => unknown }) {
  const answer = app.callback();
  const listener: RequestListener = (req, res) => void answer(req, res);
  return listener;
}
