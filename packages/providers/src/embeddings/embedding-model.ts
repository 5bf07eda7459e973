import type { EmbeddingEndpoint, Pricing, RerankEndpoint } from '@model-gateway/core';
import type { RowFacts } from '../options/model-table.ts';

/** What every model that is no conversation's and draws nothing can do and costs. */
export interface Abilities {
  /** The most tokens of one input, or of a query and a document. */
  readonly context: number;
  /** USD per token, by the names of contract §8.5; `request` is a unit of search. */
  readonly pricing: Pricing;
  /** Keys of `provider.options.<slug>` that are passed on; none by default. */
  readonly passthrough?: readonly string[];
}

/** What a model of embeddings can do and costs. */
export interface EmbeddingAbilities
  extends
    Abilities,
    Pick<EmbeddingEndpoint, 'dimensions' | 'batch' | 'fetchesMedia' | 'maxTokensPerMedia'> {
  readonly inputs: readonly (EmbeddingEndpoint['inputs'] extends ReadonlySet<infer One>
    ? One
    : never)[];
  /** Values of `input_type`; none by default. */
  readonly inputTypes?: readonly string[];
}

/** What a model of rankings can do and costs. */
export interface RerankAbilities
  extends Abilities, Pick<RerankEndpoint, 'maxDocuments' | 'searchUnit' | 'maxTokensPerMedia'> {
  readonly inputs: readonly ('text' | 'image')[];
}

/** What a module knows about one model of embeddings. Data, with its source. */
export interface EmbeddingRow extends RowFacts, EmbeddingAbilities {}
/** What a module knows about one model of rankings. Data, with its source. */
export interface RerankRow extends RowFacts, RerankAbilities {}

/** The models of embeddings that a provider knows, by model id. */
export type EmbeddingTable = Readonly<Record<string, EmbeddingRow>>;
/** The models of rankings that a provider knows, by model id. */
export type RerankTable = Readonly<Record<string, RerankRow>>;

export interface Named<Task extends string> {
  /** What the model is for, where neither its id nor `like` says so. */
  readonly task?: Task;
  /** The model of the table to inherit from, if that is not the one of this id. */
  readonly like?: string;
  /** The provider's name of the model. */
  readonly upstream?: string;
  readonly name?: string;
}

/** A model of embeddings as the user of a provider configures it; the rest comes from the table. */
export interface EmbeddingEntry extends Named<'embeddings'>, Partial<EmbeddingAbilities> {}
/** A model of rankings as the user of a provider configures it; the rest comes from the table. */
export interface RerankEntry extends Named<'rerank'>, Partial<RerankAbilities> {}
