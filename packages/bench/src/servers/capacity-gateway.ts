/**
 * The gateway as the server opens it, mounted at /v1 in connect: with logs, metrics and credits, over
 * a store, which is filled. Arguments: the store, the upstream's port, the world's file.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { openGateway } from '@model-gateway/server';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { MANAGED_DESTINATION, MANAGEMENT_KEY } from '../gateway/managed-destination.ts';
import { HOSTS } from '../hosts.ts';
import { readWorld } from '../world-file.ts';
import { serveForBench } from './control.ts';
import { RELAYED } from './image-routes.ts';

const [store = '', port = '', worldFile = ''] = process.argv.slice(2);
const upstream = `http://127.0.0.1:${port}`;
const route = RELAYED.typical;
const gateway = await openGateway({
  store,
  telemetry: { enabled: false },
  log: { level: 'info' },
  egress: { allowOrigins: [upstream] },
  providers: [
    {
      kind: 'gateway',
      slug: route,
      baseUrl: `${upstream}/${route}`,
      apiKey: 'bench',
      models: {
        [`bench/${route}`]: {
          endpoint: { formats: ['png'], maxImages: 1 },
          pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
        },
      },
    },
  ],
});

const { catalog, accounts, keys, destinations } = gateway.administration;
await catalog.import(readWorld(worldFile).models);
const creditAccountId = randomUUID();
await accounts.create({ id: creditAccountId, credits: '1000000000' });
await keys.import([{ ...BENCH_KEY, creditAccountId }, MANAGEMENT_KEY]);
await destinations.import([MANAGED_DESTINATION]);
await gateway.ready();

serveForBench(
  createServer(await HOSTS.connect.mount('/v1', gateway.handle)),
  // Lines that wait are part of what a round takes.
  () => new Promise((resolve) => gateway.logger.flush(() => resolve())),
);
