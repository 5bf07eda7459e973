/** An upstream that makes images. Source: contract §4. */
export interface ImageProvider {
  /** Lower case, for example `acme-cloud`: what `provider.only` and `provider.order` name. */
  readonly slug: string;
  /** For people, and for the header `x-provider-name`. */
  readonly name: string;
  /** What this provider can do for a model and what it costs; undefined when it does not have it. */
  endpoint(model: string): ImageEndpoint | undefined;
  /**
   * Makes the images. Yields at least one event, `done` last, and throws `ProviderFailure` for what
   * goes wrong. Ends everything it holds open as soon as `context.signal` aborts.
   */
  generate(job: ImageJob, context: AttemptContext): AsyncIterable<ImageEvent>;
}

/** What one provider can do for one model. */
export interface ImageEndpoint {
  /** Ratios it can be asked for; none at all when it has no such control. */
  readonly aspectRatios?: readonly string[];
  /** `512`, `1K`, `2K`, `4K`. */
  readonly tiers?: readonly string[];
  /** Bounds of a side in pixels, when explicit sizes are possible. */
  readonly pixels?: { readonly min: number; readonly max: number; readonly multipleOf?: number };
  /** Formats it can return; the first is what it returns unless asked. */
  readonly formats: readonly ImageFormat[];
  readonly qualities?: readonly string[];
  readonly backgrounds?: readonly string[];
  readonly maxImages: number;
  readonly maxReferences: number;
  /** How many references it cannot do without; 0 by default. */
  readonly minReferences?: number;
  readonly seed: boolean;
  readonly compression: boolean;
  readonly streams: boolean;
  /** Keys of `provider.options.<slug>` that are handed on. */
  readonly passthrough: ReadonlySet<string>;
  /** Also bounds what is reserved for a request and charged at most. Free when empty. */
  readonly pricing: readonly ImagePrice[];
  /** For token prices: the most tokens one image can take, a reference as well; 16,384 by default. */
  readonly maxTokensPerImage?: number;
  /** Recent medians, for `provider.sort`. */
  readonly throughput?: number;
  readonly latency?: number;
}

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'svg';

/**
 * One line of a price list, USD per unit as a decimal string. Lines add up; but of those with the
 * same `billable` and `unit` only the last whose condition holds counts, as with the overrides of
 * contract §8.5: write the price without a condition first.
 */
export type ImagePrice = ImageUnitPrice | TokenPrice;

export interface ImageUnitPrice {
  /** `input_image` is a reference. */
  readonly billable: 'output_image' | 'input_image';
  /** `extra_megapixel` counts what an image has beyond its first million pixels. */
  readonly unit: 'image' | 'megapixel' | 'extra_megapixel';
  readonly usd: string;
  readonly when?: PriceCondition;
}

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

/** Holds when all of its members do. Source: contract §8.5 rule 1. */
export interface PriceCondition {
  /** The request has strictly more prompt tokens, references included. */
  readonly minPromptTokens?: number;
  /** Pixels that were asked for count as the smallest tier that holds their longer side. */
  readonly tier?: string;
  readonly quality?: string;
  /** An output image has at most so many pixels. */
  readonly maxPixels?: number;
}

/** A request as one endpoint is asked to do it: clamped, and without what it cannot do. */
export interface ImageJob {
  readonly model: string;
  readonly prompt: string;
  readonly n: number;
  readonly format: ImageFormat;
  readonly aspectRatio?: string;
  readonly tier?: string;
  readonly pixels?: { readonly width: number; readonly height: number };
  readonly quality?: string;
  readonly background?: string;
  /** 0 to 100. */
  readonly compression?: number;
  readonly seed?: number;
  readonly references: readonly ReferenceImage[];
  /** Whether partial images are wanted as they come. */
  readonly stream: boolean;
  /** What the request passes on to this provider. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ReferenceImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** What an attempt hands to its provider. */
export interface AttemptContext {
  /** Aborts when the client leaves or time is up. */
  readonly signal: AbortSignal;
  /** The request is on its way: from here on it may have been billed. */
  dispatched(): void;
  /** Something arrived; time-outs for silence start anew. */
  progress(): void;
}

/**
 * An image's bytes, or its base64 as ASCII when an upstream sent it so: in parts, in order, never
 * decoded only to be encoded again.
 */
export type ImageData =
  | { readonly encoding: 'bytes'; readonly bytes: Uint8Array }
  | { readonly encoding: 'base64'; readonly parts: readonly Uint8Array[] };

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
      /** What the whole job took; the last one counts. */
      readonly type: 'usage';
      /** All tokens of the input, those of references included. */
      readonly promptTokens?: number;
      /** Those of `promptTokens` that are references. */
      readonly promptImageTokens?: number;
      /** All tokens of the output. */
      readonly completionTokens?: number;
      /** Those of `completionTokens` that are text, such as reasoning. */
      readonly completionTextTokens?: number;
      /**
       * What the provider charges, a decimal string, only when it says so exactly: it wins over the
       * price list (contract §4.7), up to what the list allows at most.
       */
      readonly costUsd?: string;
    }
  | { readonly type: 'warning'; readonly parameter: string; readonly note: string }
  | { readonly type: 'done' };

/** What went wrong at a provider, by what it means for the client. */
export type FailureClass =
  /** It blames a parameter of the request. */
  | 'parameter'
  /** It refuses the content. */
  | 'policy'
  /** It refuses our credential (401, 402, 403). */
  | 'credential'
  /** It does not have the model after all. */
  | 'model'
  /** It took too long, by its own clock or ours. */
  | 'timeout'
  | 'too-large'
  | 'rate-limited'
  /** It could not be reached, broke off, or answered 500, 502, 504. */
  | 'server'
  /** It answered with success, but not with an image. */
  | 'malformed'
  /** It answered 503 or 529. */
  | 'overloaded';

/** Thrown by a provider. The text is shown to clients, so it holds no URL and no key. */
export class ProviderFailure extends Error {
  readonly failure: FailureClass;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: FailureClass,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderFailure';
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, FAILURE_BRAND, { value: true });
  }
}

const FAILURE_BRAND = Symbol.for('@model-gateway/provider-failure');

/** Whether `value` is a `ProviderFailure`, also one of another copy of this package. */
export function isProviderFailure(value: unknown): value is ProviderFailure {
  return typeof value === 'object' && value !== null && FAILURE_BRAND in value;
}
