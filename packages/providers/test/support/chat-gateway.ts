import assert from 'node:assert/strict';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryGenerationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  type GatewayOptions,
  type HttpClient,
  type RequestRecord,
} from '@model-gateway/core';
import { mountAt, type GatewayResponse } from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { serve } from '@model-gateway/node';
import { anthropic } from '@model-gateway/providers/anthropic';
import { bedrock } from '@model-gateway/providers/bedrock';
import { cohere } from '@model-gateway/providers/cohere';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import { vertex } from '@model-gateway/providers/vertex';
import type { ListedProvider } from '@model-gateway/providers';
import {
  startFakeAnthropic,
  startFakeBedrock,
  startFakeCohere,
  startFakeGemini,
  startFakeOpenAi,
  startFakeOpenAiCompatible,
  startFakeVertex,
  type FakeProvider,
} from '@model-gateway/providers/testing';
import { counted, textOf } from './gateway-scene.ts';
import { SkippingClock } from './skipping-clock.ts';

/** Takes sampling, tools, schemas and images. */
export const MODEL = 'openai/gpt-4.1';
/** Reasons, and seals what it thought over Responses. */
export const REASONING_MODEL = 'openai/gpt-5.5';
export const KEY = 'mg-v1-judge';
/** A key that may not have anything made. */
export const MANAGEMENT_KEY = 'mg-mgmt-v1-judge';
/** USD, of the only account. */
export const BALANCE = 100;

/** The price of a token at the provider that steps in; the model's own provider is cheaper. */
const SPARE_PRICING = { prompt: '0.00001', completion: '0.00001' };

/** What every provider over its fake is made with. */
interface Given {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly http: HttpClient;
  readonly clock: SkippingClock;
}

interface MainUpstream {
  readonly start: () => Promise<FakeProvider>;
  readonly create: (given: Given) => ListedProvider;
}

const MODELS = [MODEL, REASONING_MODEL];
const PRICING = { prompt: '0.000002', completion: '0.000008', input_cache_read: '0.0000005' };
/** Entries of models at the price that gpt-4.1 has at OpenAI, whichever provider serves them. */
const asPriced = (more: object) =>
  Object.fromEntries(MODELS.map((id) => [id, { pricing: PRICING, ...more }]));

/** Who serves the models first, by the wire that it speaks. */
const MAIN = {
  'openai-chat': { start: startFakeOpenAi, create: openai },
  'openai-responses': {
    start: startFakeOpenAi,
    create: (given) =>
      openai({
        ...given,
        models: Object.fromEntries(MODELS.map((id) => [id, { api: 'responses' }])),
      }),
  },
  anthropic: {
    start: startFakeAnthropic,
    create: (given) =>
      anthropic({ ...given, models: asPriced({ like: 'anthropic/claude-sonnet-4.6' }) }),
  },
  bedrock: {
    start: startFakeBedrock,
    create: (given) =>
      bedrock({ ...given, models: asPriced({ like: 'anthropic/claude-sonnet-4.6' }) }),
  },
  cohere: {
    start: startFakeCohere,
    create: (given) =>
      cohere({ ...given, models: asPriced({ like: 'cohere/command-a-plus-05-2026' }) }),
  },
  vertex: {
    start: startFakeVertex,
    create: (given) =>
      vertex({
        ...given,
        project: 'acme',
        models: asPriced({ like: 'anthropic/claude-sonnet-4.6' }),
      }),
  },
  gemini: {
    start: startFakeGemini,
    create: (given) => gemini({ ...given, models: asPriced({ like: 'google/gemini-3.8-flash' }) }),
  },
} satisfies Readonly<Record<string, MainUpstream>>;

/** A wire that the gateway can be started over. */
export type MainWire = keyof typeof MAIN;

interface Options {
  /** Whether a second provider has the model, too. */
  readonly withSpare?: boolean;
  /** What answers in place of the fake, and when it has fallen silent. */
  readonly upstream?: { readonly baseUrl: string; silent(): Promise<void> } | undefined;
  /** The wire of the provider that is asked first; OpenAI's chat completions by default. */
  readonly wire?: MainWire;
  /** Whether it answers on a port, too; by default where there is no `upstream`. */
  readonly isServed?: boolean;
  readonly inference?: GatewayOptions['inference'];
}

/**
 * A gateway over a provider and its fake, in process and on a port of loopback. Starts nothing that
 * is not asked for: a matrix has thousands of these.
 */
export async function startChatGateway(options: Options = {}) {
  const { withSpare = false, upstream, wire = 'openai-chat', inference } = options;
  const { isServed = upstream === undefined } = options;
  const { start, create }: MainUpstream = MAIN[wire];
  const [fake, spare] = await Promise.all([
    upstream === undefined ? start() : undefined,
    withSpare ? startFakeOpenAiCompatible() : undefined,
  ]);
  const clock = new SkippingClock();
  // Without idle connections, an open connection is one in use.
  const guarded = createGuardedHttpClient({
    allow: ({ address }) => address === '127.0.0.1',
    maxIdleConnections: 0,
  });
  const { http, received } = counted(guarded);
  const given = ({ baseUrl, apiKey }: Pick<FakeProvider, 'baseUrl' | 'apiKey'>) => ({
    baseUrl,
    apiKey,
    http,
    clock,
  });
  const asked = fake ?? { apiKey: 'an-upstream-key', ...required(upstream) };
  const main = create(given(asked));
  const others = spare
    ? [
        openAiCompatible({
          ...given(spare),
          slug: 'spare',
          name: 'Spare',
          profile: 'vllm',
          models: { [MODEL]: { upstream: 'quill', context: 2_000_000, pricing: SPARE_PRICING } },
        }),
      ]
    : [];
  const ledger = createMemoryCreditLedger({ account: String(BALANCE) });
  const generations = createMemoryGenerationStore();
  const records: RequestRecord[] = [];
  const errors: unknown[] = [];
  const gateway = createGateway({
    clock,
    providers: [main, ...others],
    inference: { ledger, http, random: () => 0, routing: 'cheapest', ...inference },
    onRequest: (record) => records.push(record),
    onError: (error) => errors.push(error),
    stores: {
      generations,
      models: createMemoryModelStore(main.catalog),
      keys: createMemoryKeyStore([
        createApiKey(KEY, { creditAccountId: 'account' }),
        createApiKey(MANAGEMENT_KEY, { kind: 'management' }),
      ]),
    },
  });
  const server = isServed ? await serve(mountAt('/v1', gateway.handle)) : undefined;

  /** Sends POST /chat/completions in process, and returns the answer with its body unread. */
  async function ask(body: object = {}, signal?: AbortSignal): Promise<GatewayResponse> {
    const messages = [{ role: 'user', content: 'Hi' }];
    return post('/chat/completions', { messages, ...body }, signal);
  }

  /** Sends a request of any dialect in process, and returns the answer with its body unread. */
  async function post(path: string, body: object, signal?: AbortSignal): Promise<GatewayResponse> {
    const bytes = Buffer.from(JSON.stringify({ model: MODEL, ...body }));
    const response = await gateway.handle({
      method: 'POST',
      path,
      search: '',
      mount: '/v1',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { kind: 'bytes', read: async () => bytes },
      ...(signal && { signal }),
    });
    assert.ok(response);
    return response;
  }

  /** Waits for something; once the upstream falls silent, limit after limit passes. */
  async function whileTimePasses<Value>(work: () => Promise<Value>): Promise<Value> {
    const progress = { isOver: false };
    void passTime(clock, asked.silent(), progress);
    try {
      return await work();
    } finally {
      progress.isOver = true;
    }
  }

  return {
    /** Of the provider that is asked first. */
    slug: main.slug,
    apiKey: asked.apiKey,
    get fake() {
      return required(fake);
    },
    get spare() {
      return required(spare);
    },
    clock,
    ledger,
    generations,
    records,
    errors,
    gateway,
    /** How many bytes were read of what upstreams answered. */
    received,
    get baseURL() {
      return `${required(server).url}/v1`;
    },
    ask,
    post,
    /** The whole answer; where the fake falls silent, time passes until it comes. */
    answer: (body: object = {}) =>
      whileTimePasses(async () => {
        const response = await ask(body);
        return { status: response.status, headers: response.headers, text: await textOf(response) };
      }),
    whileTimePasses,
    /** Everything has ended; a connection stays for a second behind its answer, to be used again. */
    async settled() {
      await gateway.settled();
      for (let turns = 0; turns < 10; turns++) await new Promise((done) => setImmediate(done));
      if (clock.waiting === 0) return;
      const before = clock.now();
      clock.passNextLimit();
      assert.ok(clock.now() - before <= 1000, 'a timer is left');
    },
    /** What was charged, USD. */
    charged: () => BALANCE - Number(ledger.balanceOf('account')),
    async [Symbol.asyncDispose]() {
      await server?.closeNow();
      await guarded.close();
      await Promise.all([fake?.[Symbol.asyncDispose](), spare?.[Symbol.asyncDispose]()]);
    },
  };
}

/** What the options asked for. */
function required<Part>(part: Part | undefined): Part {
  assert.ok(part !== undefined, 'the options of this gateway did not ask for it');
  return part;
}

export type ChatGateway = Awaited<ReturnType<typeof startChatGateway>>;

/** From `silence` on, limit after limit passes until the request is over. */
async function passTime(
  clock: SkippingClock,
  silence: Promise<void>,
  progress: { readonly isOver: boolean },
): Promise<void> {
  await silence;
  while (!progress.isOver) {
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
    clock.passNextLimit();
  }
}
