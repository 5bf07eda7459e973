import type { Clock, HttpClient } from '@model-gateway/core';

/** Options that every provider takes, whatever it makes. */
export interface AccessOptions {
  /** The provider's key, or a function that returns a fresh one before each call. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** The guarded HTTP client, which has to allow `baseUrl` if that is not a public address. */
  readonly http: HttpClient;
  /** Another address with the same interface, with its version segment. */
  readonly baseUrl?: string | undefined;
  /** Lower case; `provider.only` and `provider.order` refer to it. */
  readonly slug?: string | undefined;
  /** Display name, also sent in the header `x-provider-name`. */
  readonly name?: string | undefined;
  /** Limit of an answer in bytes, above which it is malformed; 512 MiB by default. */
  readonly maxAnswerBytes?: number | undefined;
  readonly clock?: Clock | undefined;
  /** From 0 to 1, for the jitter of polls. */
  readonly random?: (() => number) | undefined;
}
