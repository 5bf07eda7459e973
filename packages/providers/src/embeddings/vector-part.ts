import type {
  AttemptContext,
  EmbeddingCall,
  EmbeddingJob,
  EmbeddingProvider,
  RerankAnswer,
  RerankJob,
  RerankProvider,
} from '@model-gateway/core';
import { ProviderFailure } from '@model-gateway/core';
import { failureOfCall } from '../http/failure-of-call.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import type { DatedModels } from '../options/dated-models.ts';
import type { Named, Opened } from '../options/provider-base.ts';
import type {
  EmbeddingEntry,
  EmbeddingRow,
  EmbeddingTable,
  RerankEntry,
  RerankRow,
  RerankTable,
} from './embedding-model.ts';
import { embeddingEndpointOf, rerankEndpointOf, vectorModels } from './vector-models.ts';
import { VectorCall } from './vector-call.ts';

/** How a provider makes embeddings and rankings, as data and two functions. */
export interface VectorDefinition<Own = object> {
  readonly embeddings?: Task<EmbeddingTable, EmbeddingJob, EmbeddingRow, EmbeddingCall, Own>;
  readonly rerank?: Task<RerankTable, RerankJob, RerankRow, Promise<RerankAnswer>, Own>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures?: (options: Own) => readonly FailureRule[];
}

interface Task<Table, Job, Row, Answering, Own> {
  readonly models: (options: Own) => Table;
  /** What a model has that is in no table, unless its entry says otherwise. */
  readonly usual: (options: Own) => Partial<Row>;
  /** Sends a job. Throws only `ProviderFailure`. */
  readonly run: (job: Job, model: Row, call: VectorCall, options: Own) => Answering;
}

/** Entries of `models`, by what their models are for. */
export interface VectorEntries {
  readonly embeddings: Readonly<Record<string, EmbeddingEntry>> | undefined;
  readonly rerank: Readonly<Record<string, RerankEntry>> | undefined;
}

/** The models of embeddings and rankings of a provider, and its faces for them. */
export interface VectorPart {
  readonly faces: {
    readonly embeddings?: EmbeddingProvider;
    readonly rerank?: RerankProvider;
  };
  readonly models: readonly DatedModels[];
}

/** Makes it of a definition. Throws `TypeError` for an entry that is neither known nor complete. */
export function vectorPart<Own>(
  { embeddings, rerank, failures }: VectorDefinition<Own>,
  entries: VectorEntries,
  options: Own,
  { slug, name, clock }: Named,
  { upstream, secret, host }: Opened,
): VectorPart {
  const rules = [...upstream.failures, ...(failures?.(options) ?? [])];
  const callOf = (context: AttemptContext) =>
    new VectorCall(context, { ...upstream, failures: rules });
  /** Runs one job; what it throws says neither the key nor the host. */
  async function asked<Row, Answer>(
    model: { readonly row: Row } | undefined,
    context: AttemptContext,
    run: (row: Row, call: VectorCall) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      context.signal.throwIfAborted();
      if (model === undefined) throw new ProviderFailure('model', 'it does not have the model');
      return await run(model.row, callOf(context));
    } catch (error) {
      context.signal.throwIfAborted();
      throw failureOfCall(error, { apiKeys: secret.of(context.signal), host });
    }
  }
  const common = { provider: { slug, name }, clock };
  const vectors =
    embeddings &&
    vectorModels(entries.embeddings, {
      ...common,
      table: embeddings.models(options),
      usual: embeddings.usual(options),
      output: 'embeddings',
      endpointOf: embeddingEndpointOf,
    });
  const rankings =
    rerank &&
    vectorModels(entries.rerank, {
      ...common,
      table: rerank.models(options),
      usual: rerank.usual(options),
      output: 'rerank',
      endpointOf: rerankEndpointOf,
    });
  return {
    faces: {
      ...(embeddings !== undefined &&
        vectors !== undefined &&
        servesAny(vectors) && {
          embeddings: {
            endpoint: (id) => vectors.get(id)?.endpoint,
            embed(job, context) {
              let made: EmbeddingCall | undefined;
              const answer = asked(
                vectors.get(job.model),
                context,
                (row, call) => (made = embeddings.run(job, row, call, options)),
              );
              return Object.assign(answer, { free: () => made?.free?.() });
            },
          },
        }),
      ...(rerank !== undefined &&
        rankings !== undefined &&
        servesAny(rankings) && {
          rerank: {
            endpoint: (id) => rankings.get(id)?.endpoint,
            rerank: (job, context) =>
              asked(rankings.get(job.model), context, (row, call) =>
                rerank.run(job, row, call, options),
              ),
          },
        }),
    },
    models: [vectors, rankings].filter((models) => models !== undefined),
  };
}

function servesAny(models: DatedModels): boolean {
  return models.list().models.length > 0;
}
