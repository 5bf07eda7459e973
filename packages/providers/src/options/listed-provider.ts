import type { CatalogEntry, ImageProvider, Provider } from '@model-gateway/core';
import type { RetiredModel, RowFacts } from './model-table.ts';

/** A provider that can list its models. */
export interface ListedProvider extends Provider {
  /** The address that it calls, with its version segment. */
  readonly baseUrl: string;
  /** Catalog entries of its models, for example for `createMemoryModelStore`. */
  readonly catalog: readonly CatalogEntry[];
  /** Where what is known about each of its models comes from, for the operator. */
  readonly models: readonly ListedModel[];
  /** Models that `models` names and that are left out, because they were retired: warn of them. */
  readonly retired: readonly RetiredModel[];
  /**
   * Asks the provider whether it takes its key, at no cost: `unpaid` where it says that
   * the key's account has no credit, `forbidden` where it answers with 403 and no word of whether it
   * refuses the key or only this request, undefined where it does not say, or cannot be reached. Absent
   * where every request costs or needs more than the key.
   */
  readonly takesKey?: (
    signal: AbortSignal,
  ) => Promise<boolean | 'unpaid' | 'forbidden' | undefined>;
}

/** One that makes images, and may continue conversations as well. */
export interface ListedImageProvider extends ListedProvider {
  readonly images: ImageProvider;
}

/** A model that a provider serves, and how far its prices can be relied on. */
export interface ListedModel {
  readonly id: string;
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** Where the prices and limits are from. */
  readonly source: string;
  /** When they were read there, `YYYY-MM-DD`; empty for those of the configuration. */
  readonly asOf: string;
  /** Why its prices may be wrong. Absent once the configuration sets them. */
  readonly uncertainPrice?: string;
  /** The day from which the provider will refuse it, `YYYY-MM-DD`, once that is announced. */
  readonly retiresOn?: string;
}

/** Returns what a table or the configuration says of a model, for the operator. */
export function listedModelOf(id: string, row: RowFacts<unknown>): ListedModel {
  const { upstream, source, asOf, uncertainPrice, retiredOn } = row;
  return {
    id,
    upstream,
    source,
    asOf,
    ...(uncertainPrice !== undefined && { uncertainPrice }),
    ...(retiredOn !== undefined && { retiresOn: retiredOn }),
  };
}
