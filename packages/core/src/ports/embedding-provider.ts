import type { JsonObject } from '../json-value.ts';
import type { AttemptContext } from './attempt-context.ts';
import type { MediaBlock } from './conversation.ts';
import type { PricedEndpoint } from './priced-endpoint.ts';

/** The face of a provider that makes embeddings. Source: contract §17.3. */
export interface EmbeddingProvider {
  /**
   * Returns what this provider can do for a model and what it costs; undefined for models that it
   * does not have. Called for each request: return a ready value.
   */
  endpoint(model: string): EmbeddingEndpoint | undefined;
  /**
   * Embeds the inputs of one job in one call. Throws `ProviderFailure` when something goes wrong, and
   * closes everything it has open as soon as `context.signal` aborts. The jobs of one request come
   * one after the other.
   */
  embed(job: EmbeddingJob, context: AttemptContext): EmbeddingCall;
}

/** The answer to one job, as soon as it is whole. */
export interface EmbeddingCall extends Promise<EmbeddingAnswer> {
  /**
   * Frees the memory of vectors that have been sent, which otherwise waits for V8 to collect its whole
   * heap. Offer it only if no other code has the vectors: what passes them on in a promise of its own
   * may keep them.
   */
  readonly free?: (() => void) | undefined;
}

/** What an input may hold. `tokens` are numbers of the model's own tokenizer. */
export type EmbeddingContent = 'text' | 'tokens' | MediaBlock['kind'];

/** The capabilities and prices of one provider for one model. */
export interface EmbeddingEndpoint extends PricedEndpoint {
  /** The most tokens of one input. */
  readonly contextTokens: number;
  /** What an input may hold. */
  readonly inputs: ReadonlySet<EmbeddingContent>;
  /** Whether it fetches media by itself; without it media have to be data URLs. */
  readonly fetchesMedia?: boolean;
  /** How long its vectors are, and may be. */
  readonly dimensions: VectorLengths;
  /** The values of `input_type` that mean something here; others are left out and reported. */
  readonly inputTypes: ReadonlySet<string>;
  /** What one call takes; a request with more becomes several. Without limits by default. */
  readonly batch?: EmbeddingBatch;
}

/** The most of one call. */
export interface EmbeddingBatch {
  readonly inputs?: number;
  /** Of all inputs together. */
  readonly tokens?: number;
}

/** The lengths that the vectors of an endpoint may have. */
export interface VectorLengths {
  /** Without a wish; undefined where nobody said. */
  readonly usual?: number | undefined;
  /** The others, where the request may choose: from the first to the second, or one of a list. */
  readonly from?: readonly [least: number, most: number] | undefined;
  readonly oneOf?: readonly number[] | undefined;
}

/** One thing to embed, which becomes one vector. */
export type EmbeddingInput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tokens'; readonly tokens: readonly number[] }
  | { readonly type: 'parts'; readonly parts: readonly EmbeddingPart[] };

/** Text, or an image, a sound, a film or a document. */
export type EmbeddingPart = { readonly type: 'text'; readonly text: string } | MediaBlock;

/** Inputs as one endpoint receives them, no more than it takes in one call. */
export interface EmbeddingJob {
  readonly model: string;
  readonly inputs: readonly EmbeddingInput[];
  /** How the client wants vectors. An answer in the other form is converted. */
  readonly encoding: VectorEncoding;
  readonly dimensions?: number;
  /** One of `inputTypes` of the endpoint. */
  readonly inputType?: string;
  /** Options that the request passes on to this provider, to be written into its body last. */
  readonly options: JsonObject;
  /** A pseudonym of the client's end user, the same for the same user; undefined without one. */
  readonly user: string | undefined;
}

/** `base64` is of 32-bit floats, little-endian. */
export type VectorEncoding = 'float' | 'base64';

/**
 * A vector as the provider sent it. Base64 is ASCII in parts, in order, so that it is not decoded only
 * to be encoded again.
 */
export type Vector =
  | { readonly encoding: 'float'; readonly values: ArrayLike<number> }
  | { readonly encoding: 'base64'; readonly parts: readonly Uint8Array[] };

/** What a provider answers to one job. */
export interface EmbeddingAnswer {
  /** One for each input, in their order. */
  readonly vectors: readonly Vector[];
  readonly usage?: EmbeddingUsage | undefined;
}

/** What a provider counted. */
export interface EmbeddingUsage {
  readonly promptTokens?: number | undefined;
  /** The part of them that images take. */
  readonly imageTokens?: number | undefined;
  /** What the provider charges, where it says so exactly: USD. */
  readonly costUsd?: string | undefined;
}
