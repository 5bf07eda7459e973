import type { JsonObject } from '../json-value.ts';
import type { AttemptContext } from './attempt-context.ts';
import type { PricedEndpoint } from './priced-endpoint.ts';

/** The face of a provider that ranks documents. Source: contract §18.3. */
export interface RerankProvider {
  /**
   * Returns what this provider can do for a model and what it costs; undefined for models that it
   * does not have. Called for each request: return a ready value.
   */
  endpoint(model: string): RerankEndpoint | undefined;
  /**
   * Scores the documents by the query. Throws `ProviderFailure` when something goes wrong, and closes
   * everything it has open as soon as `context.signal` aborts.
   */
  rerank(job: RerankJob, context: AttemptContext): Promise<RerankAnswer>;
}

/**
 * The capabilities and prices of one provider for one model. `request` of its prices is that of a
 * unit of search.
 */
export interface RerankEndpoint extends PricedEndpoint {
  /** The most tokens of the query and one document together; longer ones are the provider's to cut. */
  readonly contextTokens: number;
  /** The most documents. They are scored together, so that a request is never split. */
  readonly maxDocuments: number;
  readonly inputs: ReadonlySet<'text' | 'image'>;
  /** What a unit of search is; a request is one by default. */
  readonly searchUnit?: SearchUnit;
}

/** How a provider that charges by searches counts them. */
export interface SearchUnit {
  /** The most documents of one unit. */
  readonly documents: number;
  /** A document with more tokens than this, the query's included, counts as several. */
  readonly tokens: number;
}

/** A document: a text, an image by its URL or as a data URL, or both. */
export interface RerankDocument {
  readonly text?: string | undefined;
  readonly image?: string | undefined;
}

/** A request as one endpoint receives it. */
export interface RerankJob {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly RerankDocument[];
  /** How many of the best to return; all by default, never more than there are documents. */
  readonly topN?: number;
  /** Options that the request passes on to this provider, to be written into its body last. */
  readonly options: JsonObject;
  readonly user: string | undefined;
}

/** What a provider answers. */
export interface RerankAnswer {
  /** In any order; as many as `topN`, or one for each document. */
  readonly results: readonly RankedDocument[];
  readonly usage?: RerankUsage | undefined;
}

/** The score of one document. */
export interface RankedDocument {
  /** Its position in `documents`. */
  readonly index: number;
  /** The higher, the more relevant; its scale is the model's. */
  readonly score: number;
}

/** What a provider counted. */
export interface RerankUsage {
  readonly totalTokens?: number | undefined;
  readonly searchUnits?: number | undefined;
  /** What the provider charges, where it says so exactly: USD. */
  readonly costUsd?: string | undefined;
}
