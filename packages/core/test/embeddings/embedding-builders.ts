import assert from 'node:assert/strict';
import {
  createManualClock,
  createMemoryCreditLedger,
  ProviderFailure,
  type ApiKey,
  type EmbeddingAnswer,
  type EmbeddingEndpoint,
  type EmbeddingJob,
  type EmbeddingProvider,
  type FailureClass,
  type GenerationStore,
  type InferenceOptions,
  type Provider,
  type RequestObserver,
  type RequestRecord,
  type RerankAnswer,
  type RerankEndpoint,
  type RerankJob,
  type RerankProvider,
  type Vector,
} from '@model-gateway/core';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import { aGateway, aKey, anArchitecture, anEntry, NOW, post } from '../builders.ts';

export const ATLAS = 'acme/atlas-1';
export const SIEVE = 'acme/sieve-1';
export const ACCOUNT = 'account-1';

/** An endpoint of two cents a thousand tokens that can do everything; `changes` take things away. */
export function anEndpoint(changes: Partial<EmbeddingEndpoint> = {}): EmbeddingEndpoint {
  return {
    contextTokens: 8192,
    inputs: new Set(['text', 'tokens', 'image']),
    dimensions: { usual: 2, from: [1, 8] },
    inputTypes: new Set(['search_query', 'search_document']),
    passthrough: new Set(['truncate']),
    pricing: { prompt: '0.00002', completion: '0' },
    ...changes,
  };
}

export function aRanking(changes: Partial<RerankEndpoint> = {}): RerankEndpoint {
  return {
    contextTokens: 4096,
    maxDocuments: 100,
    inputs: new Set(['text']),
    passthrough: new Set(),
    pricing: { prompt: '0', completion: '0', request: '0.002' },
    ...changes,
  };
}

/** What a provider does with a job. */
export type Embed = EmbeddingProvider['embed'];

/** A vector for each input, of its position in the job, and a token for each input. */
export const counts: Embed = async ({ inputs, dimensions = 2 }, context) => {
  context.dispatched();
  return {
    vectors: inputs.map((_, at) => floats(...Array.from({ length: dimensions }, () => at))),
    usage: { promptTokens: inputs.length },
  };
};

export function floats(...values: readonly number[]): Vector {
  return { encoding: 'float', values };
}

export const answers =
  (answer: EmbeddingAnswer): Embed =>
  async (_, { dispatched }) => {
    dispatched();
    return answer;
  };

export const fails =
  (failure: FailureClass): Embed =>
  async (_, { dispatched }) => {
    dispatched();
    throw new ProviderFailure(failure, `it said ${failure}`);
  };

export interface Embedder extends Provider {
  readonly jobs: readonly EmbeddingJob[];
}

/** A provider of the model that follows its scripts, one for each call; the last one repeats. */
export function anEmbedder(
  slug: string,
  scripts: Embed | readonly Embed[] = counts,
  endpoint = anEndpoint(),
): Embedder {
  const list = typeof scripts === 'function' ? [scripts] : scripts;
  const jobs: EmbeddingJob[] = [];
  const embed: Embed = async (job, context) => {
    const script = list[Math.min(jobs.length, list.length - 1)];
    jobs.push(job);
    assert.ok(script !== undefined);
    return script(job, context);
  };
  const endpointOf = (model: string) => (model === ATLAS ? endpoint : undefined);
  return { slug, name: slug.toUpperCase(), jobs, embeddings: { endpoint: endpointOf, embed } };
}

export interface Ranker extends Provider {
  readonly jobs: readonly RerankJob[];
}

/** A provider that ranks as its script says; without one the last document comes first. */
export function aRanker(
  slug: string,
  script: RerankAnswer | RerankProvider['rerank'] = async ({ documents }) => ({
    results: documents.map((_, index) => ({ index, score: index / 10 })),
    usage: { searchUnits: 1 },
  }),
  endpoint = aRanking(),
): Ranker {
  const jobs: RerankJob[] = [];
  return {
    slug,
    name: slug.toUpperCase(),
    jobs,
    rerank: {
      endpoint: (model) => (model === SIEVE ? endpoint : undefined),
      async rerank(job, context) {
        jobs.push(job);
        return typeof script === 'function' ? script(job, context) : script;
      },
    },
  };
}

interface Options extends InferenceOptions {
  readonly key?: Partial<ApiKey>;
  readonly generations?: GenerationStore;
  readonly observers?: readonly RequestObserver[];
}

/** A gateway with a model of each kind, a clock that stands still, and an account of 10 USD. */
export function aVectorGateway(
  providers: readonly Provider[],
  { key = {}, generations, observers, ...inference }: Options = {},
) {
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const errors: unknown[] = [];
  const records: RequestRecord[] = [];
  const clock = createManualClock(NOW);
  const makes = (id: string, output: 'embeddings' | 'rerank' | 'text') =>
    anEntry({ id, architecture: anArchitecture({ output_modalities: [output] }) });
  const gateway = aGateway({
    clock,
    entries: [makes('acme/quill-1', 'text'), makes(ATLAS, 'embeddings'), makes(SIEVE, 'rerank')],
    keys: [aKey({ creditAccountId: ACCOUNT, ...key })],
    ...(generations && { generations }),
    providers,
    observers,
    inference: { ledger, random: () => 0.5, ...inference },
    onRequest: (record) => records.push(record),
    onError: (error) => errors.push(error),
  });
  return {
    gateway,
    clock,
    ledger,
    errors,
    records,
    balance: () => ledger.balanceOf(ACCOUNT),
    embed: (body: object = {}, given?: Partial<GatewayRequest>) =>
      post(gateway, '/embeddings', { model: ATLAS, input: 'red panda', ...body }, given),
    rank: (body: object = {}) =>
      post(gateway, '/rerank', {
        model: SIEVE,
        query: 'panda',
        documents: ['a', 'b', 'c'],
        ...body,
      }),
  };
}

export interface AnswerJson {
  readonly error?: { readonly message: string; readonly metadata?: Record<string, unknown> };
  readonly data?: readonly { readonly index: number; readonly embedding: unknown }[];
  readonly usage?: Record<string, number>;
  readonly [other: string]: unknown;
}

export function jsonOf({ body }: GatewayResponse): AnswerJson {
  if (body.kind === 'json') return body.value as AnswerJson;
  assert.equal(body.kind, 'bytes');
  return JSON.parse(Buffer.concat(body.parts).toString());
}

/** The vectors of an answer. */
export const vectorsIn = (response: GatewayResponse) =>
  jsonOf(response).data?.map(({ embedding }) => embedding);

/** Base64 of these numbers as 32-bit floats, little-endian. */
export function base64(...values: readonly number[]): string {
  return Buffer.from(Float32Array.from(values).buffer).toString('base64');
}
