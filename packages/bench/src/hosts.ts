import type { RequestListener } from 'node:http';
import type { GatewayHandler } from '@model-gateway/core';
import type { Target } from './targets.ts';

/** A framework that the gateway is mounted in. Adding one is adding an entry to `HOSTS`. */
export interface Host {
  /** Least share of bare node:http that is left: for the default list (T1), for a tiny body (T2). */
  readonly atLeast: { readonly list: number; readonly tiny: number };
  /** Mounts each handler under its prefix, through the framework and our adapter. */
  mount(handlers: Readonly<Record<string, GatewayHandler>>): Promise<RequestListener>;
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
  },
  koa: {
    atLeast: { list: 0.9, tiny: 0.88 },
    async mount(handlers) {
      const { default: Koa } = await import('koa');
      const { firstOf, mountAt } = await import('@model-gateway/core');
      const { koaGateway } = await import('@model-gateway/koa');
      const app = new Koa();
      const mounted = Object.entries(handlers).map(([prefix, handler]) => mountAt(prefix, handler));
      app.use(koaGateway(firstOf(...mounted)));
      const answer = app.callback();
      return (req, res) => void answer(req, res);
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
  },
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof HOSTS;

// Object.keys forgets the key type; the keys are those of HOSTS.
export const HOST_NAMES = Object.keys(HOSTS) as HostName[];

export function listTarget(host: HostName): Target {
  return {
    id: 'T1',
    workload: `default list: bare, same bytes ÷ ${host}`,
    unit: 'ratio',
    limit: { atLeast: HOSTS[host].atLeast.list },
  };
}

export function tinyTarget(host: HostName): Target {
  return {
    id: 'T2',
    workload: `tiny handler: bare ÷ ${host} and our adapter`,
    unit: 'ratio',
    limit: { atLeast: HOSTS[host].atLeast.tiny },
  };
}
