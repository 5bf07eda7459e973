import type { CatalogEntry } from '@model-gateway/core';

/** Everything that a mock gateway knows before the first request. */
export interface World {
  /** For people: "the golden world", "generated from seed 9". */
  readonly name: string;
  /** Names this content; becomes part of the catalog's ETag. */
  readonly revision: string;
  readonly models: readonly CatalogEntry[];
}

/** Where a world comes from: see `resolveWorld`. */
export type WorldSource =
  /** The world that is checked in: 400 models that never change with an upgrade of a library. */
  | 'golden'
  /** Generated from `seed`, with as many models as asked for. */
  | 'generated'
  /** Your own. */
  | World;
