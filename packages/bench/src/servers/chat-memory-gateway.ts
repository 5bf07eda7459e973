/**
 * The gateway of chat-gateway.ts over the stores of core, mounted as a host of one process does it: keys,
 * credits, limits, budgets, guardrails, generations, idempotency, logs and metrics, all in memory.
 * Arguments: the upstream's port, the world's file.
 */
import { createServer } from 'node:http';
import {
  createGateway,
  createMemoryBudgetStore,
  createMemoryCreditLedger,
  createMemoryGenerationStore,
  createMemoryGuardrailStore,
  createMemoryIdempotencyStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  createMemoryRateMeter,
  systemClock as clock,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openai } from '@model-gateway/providers/openai';
import { createRequestLog, createRequestMetrics } from '@model-gateway/server';
import { pino } from 'pino';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { HOSTS } from '../hosts.ts';
import { readWorld } from '../world-file.ts';
import { CHAT_ROUTES, OPENAI_MODEL } from './chat-routes.ts';
import { countReads } from './count-reads.ts';
import { serveForBench } from './control.ts';
import { withModels } from './with-models.ts';

const [port = '', worldFile = ''] = process.argv.slice(2);
const routes = Object.values(CHAT_ROUTES);
const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
const providers = routes.map((route) =>
  openai({
    slug: route,
    baseUrl: `http://127.0.0.1:${port}/${route}/v1`,
    apiKey: 'bench',
    http,
    models: { [`bench/${route}`]: OPENAI_MODEL },
  }),
);
const { models, revision } = withModels(readWorld(worldFile), 'text', routes);

const gateway = createGateway({
  stores: {
    models: createMemoryModelStore(models, revision),
    keys: createMemoryKeyStore([BENCH_KEY]),
    generations: createMemoryGenerationStore(),
    budgets: createMemoryBudgetStore(),
    guardrails: createMemoryGuardrailStore(),
  },
  providers,
  inference: {
    ledger: createMemoryCreditLedger({ [BENCH_KEY.creditAccountId ?? '']: '1000000000' }),
    limiter: createMemoryRateLimiter({ limit: 1_000_000, windowSeconds: 86_400, clock }),
    meter: createMemoryRateMeter({ clock }),
    idempotency: createMemoryIdempotencyStore({ clock }),
  },
  observers: [
    createRequestLog(pino({ level: 'silent' })),
    createRequestMetrics({ providers }).observer,
  ],
});
await gateway.ready();
countReads();
serveForBench(createServer(await HOSTS.connect.mount('/v1', gateway.handle)));
