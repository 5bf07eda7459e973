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
import { CHAT_ROUTES, LANGUAGE_MODEL, OPENAI_MODEL, VECTORS, WIRE_ROUTES } from './chat-routes.ts';
import { countReads } from './count-reads.ts';
import { serveForBench } from './control.ts';
import { withModels } from './with-models.ts';

const [port = '', worldFile = ''] = process.argv.slice(2);
const upstream = `http://127.0.0.1:${port}`;
const routes = Object.values(CHAT_ROUTES);

/** Models are named by their wire's own names where that decides how they are asked. */
const OVER: Readonly<Record<string, { readonly upstream: string; readonly api?: 'responses' }>> = {
  anthropic: { upstream: 'claude-haiku-4-5' },
  gemini: { upstream: 'gemini-2.5-flash-lite' },
  responses: { upstream: 'gpt-4.1', api: 'responses' },
  bedrock: { upstream: 'amazon.nova-pro-v1:0' },
  cohere: { upstream: 'command-r7b-12-2024' },
};

const gateway = await openGateway({
  store: 'sqlite::memory:',
  telemetry: { enabled: false },
  log: { level: 'silent' },
  limits: { requests: 1_000_000, windowSeconds: 86_400, store: 'memory' },
  egress: { allowOrigins: [upstream] },
  providers: [
    ...routes.map((route) => ({
      kind: 'openai',
      slug: route,
      baseUrl: `${upstream}/${route}/v1`,
      apiKey: 'bench',
      models: { [`bench/${route}`]: OPENAI_MODEL },
    })),
    ...WIRE_ROUTES.map(({ route, wire, kind, version }) => ({
      kind,
      slug: route,
      baseUrl: `${upstream}/${route}${version}`,
      apiKey: 'bench',
      models: { [`bench/${route}`]: { ...LANGUAGE_MODEL, ...OVER[wire] } },
    })),
    {
      kind: 'openai',
      slug: VECTORS.route,
      baseUrl: `${upstream}/${VECTORS.route}/v1`,
      apiKey: 'bench',
      models: {
        [`bench/${VECTORS.route}`]: {
          task: 'embeddings' as const,
          upstream: 'text-embedding-3-small',
          context: 8192,
          dimensions: { usual: VECTORS.dimensions },
          pricing: { prompt: '0.00000002', completion: '0' },
        },
      },
    },
  ],
});

const { catalog, accounts, keys } = gateway.administration;
await catalog.import(withModels(readWorld(worldFile), 'text', routes).models);
const creditAccountId = randomUUID();
await accounts.create({ id: creditAccountId, credits: '1000000000' });
await keys.import([{ ...BENCH_KEY, creditAccountId }]);
await gateway.ready();
countReads();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));
