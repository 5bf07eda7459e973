/** Everything that is kept of a generation: no prompt and no answer. Source: contract §15.1. */
export interface Generation {
  /** `gen-…`, as in the header `x-generation-id`. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The name of the operation, for example `createImage`. */
  readonly operation: string;
  /** The account whose keys may see it: an organization (`org_…`) or, without one, a user. */
  readonly accountId: string;
  /** SHA-256 of the key text, 64 lower-case hex characters. */
  readonly keyHash: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly sessionId: string | null;
  /** The model that served; the one that was asked for where none did. */
  readonly model: string;
  /** Who served; null where the answer began and then no provider responded. */
  readonly provider: { readonly slug: string; readonly name: string } | null;
  readonly isStream: boolean;
  /** Whether the client left before the end. */
  readonly isCancelled: boolean;
  readonly finishReason: string | null;
  /** From the start of the request to its end, and to the first output, in milliseconds. */
  readonly ms: number;
  readonly firstOutputMs: number | null;
  /** Tokens; null where they are not known. Parts are included in their whole. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cachedTokens: number | null;
  /** What the client was charged, or would have been without a ledger: USD, an exact decimal. */
  readonly costUsd: string;
  /** The lines that add up to `costUsd`; undefined where they are not known, or nothing was charged. */
  readonly items?: readonly ChargeItem[] | undefined;
}

/** A line of a charge. Source: contract §15.1. */
export interface ChargeItem {
  /**
   * The name of its price, such as `prompt`, `input_cache_read` or `output_image megapixel`; of an
   * amount that is of no price `provider`, `reserved`, `undelivered` or `above_reserved`.
   */
  readonly item: string;
  /** How many, and USD for each, discounts applied: exact decimals; null for an amount of no price. */
  readonly count: string | null;
  readonly price: string | null;
  /** USD, an exact decimal; below 0 for what is taken off. */
  readonly usd: string;
}

/** Whose generations to add up, and of which days. */
export interface ActivityQuery {
  readonly accountId: string;
  /** UTC days, `YYYY-MM-DD`, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly keyHash?: string | undefined;
  readonly userId?: string | undefined;
  readonly workspaceId?: string | undefined;
}

/** What was used of one model of one provider in one workspace, on one UTC day. */
export interface Activity {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly model: string;
  readonly provider: { readonly slug: string; readonly name: string };
  readonly workspaceId: string;
  readonly requests: number;
  /** USD, an exact decimal. */
  readonly costUsd: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

/** Remembers what generations were and cost, without what went in and came out. */
export interface GenerationStore {
  /** Adds a generation; does nothing for an id that it has already. */
  add(generation: Generation): Promise<void>;
  /** Returns a generation of this account; undefined for an unknown one and for another account's. */
  find(accountId: string, id: string): Promise<Generation | undefined>;
  /**
   * Returns exact sums of what providers served: the newest day first, then by model, provider and
   * workspace.
   */
  activity(query: ActivityQuery): Promise<readonly Activity[]>;
}
