import assert from 'node:assert/strict';
import {
  createManualClock,
  createMemoryCreditLedger,
  ProviderFailure,
  type ApiKey,
  type ApiKeyOverrides,
  type BudgetStore,
  type FailureClass,
  type GatewayOptions,
  type GenerationStore,
  type InferenceOptions,
  type Provider,
  type RequestRecord,
} from '@model-gateway/core';
import type {
  ChatEndpoint,
  ChatJob,
  ChatPart,
  ChatProvider,
  ChatUsage,
} from '@model-gateway/core/chat';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import { CHAT_PARAMETERS } from '../../src/ports/chat-provider.ts';
import { aGateway, aKey, anArchitecture, anEntry, NOW, post } from '../builders.ts';

export const MODEL = 'acme/quill-1';
export const OTHER_MODEL = 'acme/quill-2';
export const ACCOUNT = 'account-1';

/** Who issues the sealed data of `anEndpoint`. */
export const ISSUER = 'openai-chat@acme';

/** A token of input costs a thousandth of a dollar, one of output a hundredth. */
export const PRICING = { prompt: '0.001', completion: '0.01' };

/** An endpoint that can do everything; `changes` take things away. */
export function anEndpoint(changes: Partial<ChatEndpoint> = {}): ChatEndpoint {
  return {
    wire: 'openai-chat',
    issuer: ISSUER,
    contextTokens: 1000,
    maxOutputTokens: 100,
    inputs: new Set(['text', 'image', 'file', 'audio', 'video']),
    parameters: new Set(CHAT_PARAMETERS),
    passthrough: new Set(['safety']),
    pricing: PRICING,
    ...changes,
  };
}

/** What a provider does with a job: yields the parts of each read, or throws. */
export type Talk = (
  job: ChatJob,
  context: Parameters<ChatProvider['answer']>[1],
) => AsyncIterable<readonly ChatPart[]>;

export const START: ChatPart = { type: 'start' };
export const OPEN: ChatPart = { type: 'open', block: 0, kind: 'text' };
export const CLOSE: ChatPart = { type: 'close', block: 0 };
export const delta = (text: string, block = 0): ChatPart => ({ type: 'delta', block, text });
export const usage = (counts: ChatUsage): ChatPart => ({ type: 'usage', usage: counts });
export const STOP: ChatPart = { type: 'finish', reason: 'stop', raw: 'stop' };
export const DONE: ChatPart = { type: 'done' };

/** Yields these reads. */
export function reads(...steps: readonly (readonly ChatPart[])[]): Talk {
  return async function* (_job, context) {
    context.dispatched();
    yield* steps;
  };
}

/** Says the words, a read each, and counts them. */
export function says(words: readonly string[], counts: ChatUsage | null = COUNTS): Talk {
  return reads(
    [START],
    [OPEN],
    ...words.map((word) => [delta(word)]),
    [CLOSE, STOP],
    counts === null ? [] : [usage(counts)],
    [DONE],
  );
}

const COUNTS: ChatUsage = { inputTokens: 10, outputTokens: 2 };

/** Fails after the words. */
export function fails(failure: FailureClass, words: readonly string[] = []): Talk {
  return async function* (_job, context) {
    context.dispatched();
    if (words.length > 0) yield [START, OPEN];
    for (const word of words) yield [delta(word)];
    throw new ProviderFailure(failure, `it said ${failure}`);
  };
}

/** Says the words and then nothing, until its signal aborts. */
export function hangs(words: readonly string[] = []): Talk {
  return async function* (_job, { signal, dispatched }) {
    dispatched();
    if (words.length > 0) yield [START, OPEN];
    for (const word of words) yield [delta(word)];
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
}

export interface ScriptedProvider extends Provider {
  /** The jobs that came, in order. */
  readonly jobs: readonly ChatJob[];
  /** How many jobs are still held open. */
  readonly running: number;
}

/** A provider that follows its scripts, one per attempt; the last one repeats. */
export function aTalker(
  slug: string,
  scripts: Talk | readonly Talk[] = says(['Hello', ' there']),
  endpoint: ChatEndpoint | Readonly<Record<string, ChatEndpoint>> = anEndpoint(),
): ScriptedProvider {
  const list = typeof scripts === 'function' ? [scripts] : scripts;
  // An endpoint has a wire; a table of them has ids of models, and none is called that.
  const endpoints: Readonly<Record<string, ChatEndpoint>> =
    'wire' in endpoint ? { [MODEL]: endpoint as ChatEndpoint } : endpoint;
  const jobs: ChatJob[] = [];
  let running = 0;
  async function* followed(talk: Talk, ...given: Parameters<Talk>) {
    running++;
    try {
      yield* talk(...given);
    } finally {
      running--;
    }
  }
  return {
    slug,
    name: slug.toUpperCase(),
    jobs,
    get running() {
      return running;
    },
    chat: {
      endpoint: (model) => (Object.hasOwn(endpoints, model) ? endpoints[model] : undefined),
      async answer(job, context) {
        const talk = list[Math.min(jobs.length, list.length - 1)];
        jobs.push(job);
        assert.ok(talk !== undefined);
        return { steps: followed(talk, job, context) };
      },
    },
  };
}

interface ChatGatewayOptions extends InferenceOptions {
  readonly key?: ApiKeyOverrides;
  readonly otherKeys?: readonly ApiKey[];
  readonly generations?: GenerationStore;
  readonly budgets?: BudgetStore;
  readonly gateway?: Pick<GatewayOptions, 'xApiKey' | 'publicCatalog'>;
}

/** A gateway with two text models and one of images, a clock that stands still, and an account. */
export function aChatGateway(
  providers: readonly Provider[],
  {
    key = {},
    otherKeys = [],
    generations,
    budgets,
    gateway: more = {},
    ...options
  }: ChatGatewayOptions = {},
) {
  const clock = createManualClock(NOW);
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const errors: unknown[] = [];
  const records: RequestRecord[] = [];
  const gateway = aGateway({
    ...more,
    clock,
    entries: [
      anEntry({ id: MODEL }),
      anEntry({ id: OTHER_MODEL }),
      anEntry({ id: 'acme/paint', architecture: anArchitecture({ output_modalities: ['image'] }) }),
    ],
    keys: [aKey({ creditAccountId: ACCOUNT, ...key }), ...otherKeys],
    ...(generations && { generations }),
    ...(budgets && { budgets }),
    providers,
    inference: { ledger, random: () => 0.5, ...options },
    onRequest: (record) => records.push(record),
    onError: (error) => errors.push(error),
  });
  return {
    gateway,
    clock,
    ledger,
    errors,
    records,
    /** Sends POST /chat/completions. */
    async chat(body: object = {}, given: Partial<GatewayRequest> = {}): Promise<GatewayResponse> {
      const whole = { model: MODEL, messages: [{ role: 'user', content: 'Hi' }], ...body };
      return post(gateway, '/chat/completions', whole, given);
    },
  };
}

export type Scene = ReturnType<typeof aChatGateway>;

/** The members of an answer that tests look at. */
export interface ChatJson {
  readonly id: string;
  readonly model: string;
  readonly provider: string;
  readonly choices: readonly [
    {
      readonly finish_reason: string;
      readonly message: Readonly<Record<string, unknown>>;
    },
  ];
  readonly usage: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly metadata?: {
      readonly error_type?: string;
      readonly issues?: readonly { path: string; message: string }[];
    };
  };
}

/** The JSON of a whole answer. */
export function jsonOf({ body }: GatewayResponse): ChatJson {
  // What the gateway sent; a wrong shape shows as a difference.
  if (body.kind === 'json') return body.value as ChatJson;
  assert.ok(body.kind === 'bytes');
  return JSON.parse(Buffer.concat(body.parts).toString()) as ChatJson;
}

/** The chunks of a stream, as text. */
export async function chunksOf({ body }: GatewayResponse): Promise<readonly string[]> {
  assert.ok(body.kind === 'stream');
  const chunks: string[] = [];
  for await (const chunk of body.chunks) chunks.push(Buffer.from(chunk).toString());
  return chunks;
}

/** A frame of a stream. */
export interface Frame {
  readonly model: string;
  readonly provider?: string;
  readonly choices: readonly {
    readonly delta: Readonly<Record<string, unknown>> & { readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly metadata: object };
}

/** The frames of a stream, which has to end with `[DONE]`; comments are left out. */
export async function framesOf(response: GatewayResponse): Promise<readonly Frame[]> {
  return toFrames(await chunksOf(response));
}

export function toFrames(chunks: readonly string[]): readonly Frame[] {
  const lines = chunks
    .join('')
    .split('\n\n')
    .filter((line) => line !== '' && !line.startsWith(':'));
  assert.equal(lines.at(-1), 'data: [DONE]');
  return lines.slice(0, -1).map((line) => {
    assert.ok(line.startsWith('data: '), line);
    // What the gateway sent; a wrong shape shows as a difference.
    return JSON.parse(line.slice('data: '.length)) as Frame;
  });
}

/** The text that the frames say. */
export function saidIn(frames: readonly Frame[]): string {
  return frames.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('');
}

/** Lets everything that is ready go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Moves time in steps until the answer has arrived; fails rather than hang. */
export async function answered<Value>(
  { clock }: Pick<Scene, 'clock'>,
  answer: Promise<Value>,
  stepMs = 1000,
): Promise<{ readonly value: Value; readonly waitedMs: number }> {
  const started = clock.now();
  const box: { value?: Value; isThere: boolean } = { isThere: false };
  void answer.then((value) => Object.assign(box, { value, isThere: true }));
  for (let steps = 0; steps < 2500; steps++) {
    await settled();
    // It has settled with its value.
    if (box.isThere) return { value: box.value as Value, waitedMs: clock.now() - started };
    clock.advance(stepMs);
  }
  return assert.fail('no answer within the time');
}
