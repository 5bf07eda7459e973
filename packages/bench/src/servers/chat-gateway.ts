/**
 * The gateway as the server opens it, mounted at /v1 in connect: keys, credits, limits and metrics,
 * over SQLite in memory. Models are called by the route of the upstream that continues their
 * conversations. Arguments: the upstream's port, the world's file.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { openGateway } from '@model-gateway/server';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { HOSTS } from '../hosts.ts';
import { readWorld } from '../world-file.ts';
import { CHAT_ROUTES } from './chat-routes.ts';
import { countReads } from './count-reads.ts';
import { serveForBench } from './control.ts';
import { withModels } from './with-models.ts';

const [port = '', worldFile = ''] = process.argv.slice(2);
const upstream = `http://127.0.0.1:${port}`;
const routes = Object.values(CHAT_ROUTES);
const MODEL = {
  context: 1_000_000,
  maxOutput: 4096,
  inputs: ['text' as const, 'image' as const],
  pricing: { prompt: '0.000001', completion: '0.000002' },
};

const gateway = await openGateway({
  store: 'sqlite::memory:',
  telemetry: { enabled: false },
  log: { level: 'silent' },
  limits: { requests: 1_000_000, windowSeconds: 86_400, store: 'memory' },
  egress: { allowOrigins: [upstream] },
  providers: routes.flatMap((route) => [
    {
      kind: 'openai',
      slug: route,
      baseUrl: `${upstream}/${route}/v1`,
      apiKey: 'bench',
      models: { [`bench/${route}`]: { ...MODEL, upstream: 'gpt-5.6-luna' } },
    },
  ]),
});

const { catalog, accounts, keys } = gateway.administration;
await catalog.import(withModels(readWorld(worldFile), 'text', routes).models);
const creditAccountId = randomUUID();
await accounts.create({ id: creditAccountId, credits: '1000000000' });
await keys.import([{ ...BENCH_KEY, creditAccountId }]);
await gateway.ready();
countReads();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));
