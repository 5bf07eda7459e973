import type { Pricing } from '../resources/pricing.ts';

/** What an endpoint that is priced by tokens says of itself, whatever it makes. */
export interface PricedEndpoint {
  /** Keys of `provider.options.<slug>` that are passed on. */
  readonly passthrough: ReadonlySet<string>;
  /**
   * Also determines how much is reserved for a request, which is the most it can be charged. Source:
   * contract §8.5.
   */
  readonly pricing: Pricing;
  /** The most tokens of one image, sound, film or document of a request; 16,384 by default. */
  readonly maxTokensPerMedia?: number;
  /** Whether it stores prompts or trains on them; false by default. */
  readonly collectsData?: boolean;
  /** Whether it keeps no data at all; false by default. */
  readonly isZeroRetention?: boolean;
  /** Whether the text of the model may be used for training; true by default. */
  readonly isDistillable?: boolean;
  /** For example `fp8`; unknown by default. */
  readonly quantization?: string;
  /** Recent medians, for `provider.sort`: tokens a second, and seconds to the first. */
  readonly throughput?: number;
  readonly latency?: number;
}
