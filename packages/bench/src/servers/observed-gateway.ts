/**
 * Gateways over the same store in one process: /off/v1 and /offAgain/v1 without logs and metrics,
 * /on/v1 as the server opens it. Arguments: the store, which is filled; the world's file.
 */
import { createServer, type RequestListener } from 'node:http';
import { createGateway } from '@model-gateway/core';
import { openGateway } from '@model-gateway/server';
import { openStores } from '@model-gateway/sql';
import { HOSTS } from '../hosts.ts';
import { readWorld } from '../world-file.ts';
import { serveForBench } from './control.ts';
import { fillStore } from './fill-store.ts';

const [store = '', worldFile = ''] = process.argv.slice(2);
const opened = await openStores(store);
await fillStore(opened, readWorld(worldFile).models);
const off = createGateway({ stores: opened.stores });
const offAgain = createGateway({ stores: opened.stores });
const on = await openGateway({ store, telemetry: { enabled: false }, log: { level: 'info' } });
await Promise.all([off.ready(), offAgain.ready(), on.ready()]);

const listeners = new Map<string, RequestListener>();
for (const [name, { handle }] of Object.entries({ off, on, offAgain })) {
  listeners.set(name, await HOSTS.connect.mount(`/${name}/v1`, handle));
}

serveForBench(
  createServer((req, res) => {
    const [, name = ''] = (req.url ?? '').split('/');
    listeners.get(name)?.(req, res);
  }),
  // Lines that wait are part of what a round takes.
  () => new Promise((resolve) => on.logger.flush(() => resolve())),
);
