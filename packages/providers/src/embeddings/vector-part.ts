import type {
  AttemptContext,
  CatalogEntry,
  EmbeddingAnswer,
  EmbeddingEndpoint,
  EmbeddingJob,
  EmbeddingProvider,
  RerankAnswer,
  RerankEndpoint,
  RerankJob,
  RerankProvider,
} from '@model-gateway/core';
import { ProviderFailure } from '@model-gateway/core';
import { failureOfCall } from '../http/failure-of-call.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { listedModelOf, type ListedModel } from '../options/listed-provider.ts';
import type { RetiredModel } from '../options/model-table.ts';
import type { Named, Opened } from '../options/provider-base.ts';
import { vectorCatalogEntry } from './catalog-entry.ts';
import {
  embeddingEndpointOf,
  rerankEndpointOf,
  resolveRows,
  type EmbeddingEntry,
  type EmbeddingRow,
  type EmbeddingTable,
  type RerankEntry,
  type RerankRow,
  type RerankTable,
  type ServedModels,
} from './embedding-model.ts';
import { VectorCall } from './vector-call.ts';

/** How a provider makes embeddings and rankings, as data and two functions. */
export interface VectorDefinition<Own = object> {
  readonly embeddings?: Task<EmbeddingTable, EmbeddingJob, EmbeddingRow, EmbeddingAnswer, Own>;
  readonly rerank?: Task<RerankTable, RerankJob, RerankRow, RerankAnswer, Own>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures?: (options: Own) => readonly FailureRule[];
}

interface Task<Table, Job, Row, Answer, Own> {
  readonly models: (options: Own) => Table;
  /** What a model has that is in no table, unless its entry says otherwise. */
  readonly usual: (options: Own) => Partial<Row>;
  /** Sends a job. Throws only `ProviderFailure`. */
  readonly run: (job: Job, model: Row, call: VectorCall, options: Own) => Promise<Answer>;
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
  readonly catalog: readonly CatalogEntry[];
  readonly models: readonly ListedModel[];
  readonly retired: readonly RetiredModel[];
}

/** Makes it of a definition. Throws `TypeError` for an entry that is neither known nor complete. */
export function vectorPart<Own>(
  { embeddings, rerank, failures }: VectorDefinition<Own>,
  entries: VectorEntries,
  options: Own,
  { slug, name, clock }: Named,
  { upstream, secret, host }: Opened,
): VectorPart {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
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
      throw failureOfCall(error, { apiKey: secret.last, host });
    }
  }
  const vectors: ServedModels<EmbeddingRow, EmbeddingEndpoint> =
    embeddings === undefined
      ? NONE
      : resolveRows(entries.embeddings, {
          table: embeddings.models(options),
          usual: embeddings.usual(options),
          today,
          endpointOf: embeddingEndpointOf,
        });
  const rankings: ServedModels<RerankRow, RerankEndpoint> =
    rerank === undefined
      ? NONE
      : resolveRows(entries.rerank, {
          table: rerank.models(options),
          usual: rerank.usual(options),
          today,
          endpointOf: rerankEndpointOf,
        });
  const self = { slug, name };
  return {
    faces: {
      ...(embeddings !== undefined &&
        vectors.models.size > 0 && {
          embeddings: {
            endpoint: (id) => vectors.models.get(id)?.endpoint,
            embed: (job, context) =>
              asked(vectors.models.get(job.model), context, (row, call) =>
                embeddings.run(job, row, call, options),
              ),
          },
        }),
      ...(rerank !== undefined &&
        rankings.models.size > 0 && {
          rerank: {
            endpoint: (id) => rankings.models.get(id)?.endpoint,
            rerank: (job, context) =>
              asked(rankings.models.get(job.model), context, (row, call) =>
                rerank.run(job, row, call, options),
              ),
          },
        }),
    },
    catalog: [
      ...[...vectors.models].map(([id, { row }]) =>
        vectorCatalogEntry(id, row, 'embeddings', self),
      ),
      ...[...rankings.models].map(([id, { row }]) => vectorCatalogEntry(id, row, 'rerank', self)),
    ],
    models: [...vectors.models, ...rankings.models].map(([id, { row }]) => listedModelOf(id, row)),
    retired: [...vectors.retired, ...rankings.retired],
  };
}

const NONE = { models: new Map<string, never>(), retired: [] };
