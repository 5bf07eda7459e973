/**
 * The gateway in connect over stores in memory or in a database. Arguments: `memory` or where the
 * database is, the world's file.
 */
import { createServer } from 'node:http';
import { createGateway, hashKey, type Gateway } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import type { World } from '@model-gateway/worlds';
import { readWorld } from '../world-file.ts';
import { HOSTS } from '../hosts.ts';
import { API_KEY, createBenchGateway } from './bench-gateway.ts';
import { serveForBench } from './control.ts';

const [location = '', worldFile = ''] = process.argv.slice(2);
const world = readWorld(worldFile);
const gateway = location === 'memory' ? createBenchGateway(world) : await stored(world);
await gateway.ready();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));

async function stored({ models }: World): Promise<Gateway> {
  const { stores, admin } = await openStores(location);
  await admin.catalog.import(models);
  await admin.keys.import([
    {
      hash: hashKey(API_KEY),
      label: 'bench',
      kind: 'inference',
      userId: 'user_bench',
      organizationId: null,
      workspaceId: '00000000-0000-4000-8000-000000000001',
      allowedModels: null,
      creditAccountId: null,
      state: 'active',
      expiresAt: null,
    },
  ]);
  return createGateway({ stores });
}
