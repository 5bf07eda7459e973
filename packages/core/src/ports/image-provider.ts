import type { AttemptContext } from './attempt-context.ts';

/** The face of a provider that makes images. Source: contract §4. */
export interface ImageProvider {
  /**
   * Returns what this provider can do for a model and what it costs; undefined for models that it
   * does not have.
   */
  endpoint(model: string): ImageEndpoint | undefined;
  /**
   * Generates the images. Yields at least one event, `done` last, and throws `ProviderFailure` when
   * something goes wrong. Closes everything it has open as soon as `context.signal` aborts.
   */
  generate(job: ImageJob, context: AttemptContext): ImageEvents;
}

/** The events of a generation. */
export interface ImageEvents extends AsyncIterable<ImageEvent> {
  /**
   * Frees the memory of an image that has been sent, which otherwise waits for V8 to collect its whole
   * heap. Offer it only if no other code has the data: what passes events on without it may keep
   * theirs.
   */
  readonly free?: ((data: ImageData) => void) | undefined;
}

/** The capabilities and prices of one provider for one model. */
export interface ImageEndpoint {
  /** Supported ratios; absent when it has no such control. */
  readonly aspectRatios?: readonly string[];
  /** `512`, `1K`, `2K`, `4K`. */
  readonly tiers?: readonly string[];
  /** The sizes in pixels that it accepts; absent when it has no such control. */
  readonly pixels?: PixelLimits;
  /**
   * Whether pixels are its only control of shape: a requested tier and ratio then also become
   * `pixels` of the job, with the area of the tier, within the limits. Source: contract §4.2.
   */
  readonly pixelsByArea?: boolean;
  /** Formats it can return; the first is its default. */
  readonly formats: readonly ImageFormat[];
  readonly qualities?: readonly string[];
  readonly backgrounds?: readonly string[];
  readonly maxImages: number;
  readonly maxReferences: number;
  /** The fewest references that it needs; 0 by default. */
  readonly minReferences?: number;
  /** The most bytes of one reference; a request with a larger one never reaches it. */
  readonly maxReferenceBytes?: number;
  readonly seed: boolean;
  readonly compression: boolean;
  readonly streams: boolean;
  /** Keys of `provider.options.<slug>` that are passed on. */
  readonly passthrough: ReadonlySet<string>;
  /** Whether it keeps no data at all; false by default. */
  readonly isZeroRetention?: boolean;
  /**
   * Also determines how much is reserved for a request, which is the most it can be charged. Free
   * when empty.
   */
  readonly pricing: readonly ImagePrice[];
  /** For token prices: the most tokens of one image, references included; 16,384 by default. */
  readonly maxTokensPerImage?: number;
  /** Recent medians, for `provider.sort`. */
  readonly throughput?: number;
  readonly latency?: number;
}

/** The sizes that a provider accepts: within bounds, or those of a table. */
export type PixelLimits = PixelBounds | PixelTable;

/** Bounds of sizes, in pixels; all of them apply. */
export interface PixelBounds {
  /** Of each side. */
  readonly min: number;
  readonly max: number;
  readonly multipleOf?: number;
  /** Of width times height. */
  readonly minArea?: number;
  readonly maxArea?: number;
  /** The most that the longer side may be of the shorter, for example 3. */
  readonly maxRatio?: number;
}

/** The only sizes that a provider accepts, for example `1536x1024`. */
export interface PixelTable {
  readonly sizes: readonly string[];
}

/** A file format of generated images. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'svg';

/**
 * One line of a price list, USD per unit as a decimal string. Lines add up, but among those with
 * the same `billable` and `unit` only the last whose condition holds applies, as with the overrides
 * of contract §8.5: write the price without a condition first.
 *
 * @example
 * { billable: 'output_image', unit: 'image', usd: '0.07', when: { tier: '2K' } }
 */
export type ImagePrice = ImageUnitPrice | TokenPrice;

/** A price per image or per megapixel. */
export interface ImageUnitPrice {
  /** `input_image` is a reference. */
  readonly billable: 'output_image' | 'input_image';
  /** `extra_megapixel` counts the pixels of an image beyond its first million. */
  readonly unit: 'image' | 'megapixel' | 'extra_megapixel';
  readonly usd: string;
  readonly when?: PriceCondition;
}

/** A price per token. */
export interface TokenPrice {
  /**
   * `prompt_image` and `completion_text` price a part of the tokens of `prompt` and `completion`
   * separately, where the provider's `usage` counts that part.
   */
  readonly billable: 'prompt' | 'prompt_image' | 'completion' | 'completion_text';
  readonly unit: 'token';
  readonly usd: string;
  readonly when?: PriceCondition;
}

/** A condition of a price. Holds when all of its members do. Source: contract §8.5 rule 1. */
export interface PriceCondition {
  /** The request has strictly more prompt tokens, references included. */
  readonly minPromptTokens?: number;
  /** Pixels without a tier count as the smallest tier that contains their longer side. */
  readonly tier?: string;
  readonly quality?: string;
  /** An output image has at most this many pixels. */
  readonly maxPixels?: number;
}

/** A request as one endpoint receives it: clamped, and without what it does not support. */
export interface ImageJob {
  readonly model: string;
  readonly prompt: string;
  readonly n: number;
  readonly format: ImageFormat;
  readonly aspectRatio?: string;
  readonly tier?: string;
  /** As requested, or computed from tier and ratio for an endpoint with `pixelsByArea`. */
  readonly pixels?: { readonly width: number; readonly height: number };
  readonly quality?: string;
  readonly background?: string;
  /** 0 to 100. */
  readonly compression?: number;
  readonly seed?: number;
  readonly references: readonly ReferenceImage[];
  /** Whether to yield partial images as they arrive. */
  readonly stream: boolean;
  /** Options that the request passes on to this provider. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A reference image of a request, loaded and checked. */
export interface ReferenceImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * An image's bytes, or its base64 in ASCII when the upstream sent that: in parts, in order, so that
 * it is not decoded only to be encoded again.
 */
export type ImageData =
  | { readonly encoding: 'bytes'; readonly bytes: Uint8Array }
  | { readonly encoding: 'base64'; readonly parts: readonly Uint8Array[] };

/** An event of a generation, in the order in which the provider yields them; `done` is the last. */
export type ImageEvent =
  | {
      readonly type: 'partial';
      readonly index: number;
      readonly data: ImageData;
      readonly mediaType: string;
    }
  | {
      readonly type: 'text';
      readonly phase: 'content' | 'reasoning' | 'draft';
      readonly text: string;
    }
  | {
      readonly type: 'image';
      readonly index: number;
      readonly data: ImageData;
      readonly mediaType: string;
    }
  | {
      /** The usage of the whole job; the last one counts. */
      readonly type: 'usage';
      /** All tokens of the input, references included. */
      readonly promptTokens?: number;
      /** The part of `promptTokens` that references take. */
      readonly promptImageTokens?: number;
      /** All tokens of the output. */
      readonly completionTokens?: number;
      /** The part of `completionTokens` that is text, such as reasoning. */
      readonly completionTextTokens?: number;
      /**
       * The provider's own charge, a decimal string, only when it states it exactly: it takes
       * precedence over the price list (contract §4.7), up to the most that the list allows.
       */
      readonly costUsd?: string;
    }
  | { readonly type: 'warning'; readonly parameter: string; readonly note: string }
  | { readonly type: 'done' };
