/**
 * The gateway in connect over stores in memory or in a database. Arguments: `memory` or where the
 * database is, the world's file.
 */
import { createServer } from 'node:http';
import { createGateway, type Gateway } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import type { World } from '@model-gateway/worlds';
import { readWorld } from '../world-file.ts';
import { HOSTS } from '../hosts.ts';
import { createBenchGateway } from '../gateway/bench-gateway.ts';
import { serveForBench } from './control.ts';
import { fillStore } from './fill-store.ts';

const [location = '', worldFile = ''] = process.argv.slice(2);
const world = readWorld(worldFile);
const gateway = location === 'memory' ? createBenchGateway(world) : await stored(world);
await gateway.ready();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));

async function stored({ models }: World): Promise<Gateway> {
  const opened = await openStores(location);
  await fillStore(opened, models);
  return createGateway({ stores: opened.stores });
}
