import type { Faker } from '@faker-js/faker';
import type { CatalogEntry } from '@model-gateway/core';
import { createEntrySource, type SourceOptions } from './entry-source.ts';

export interface GenerateCatalogOptions extends SourceOptions {
  /** A whole number from 0 to 2³² − 1. */
  readonly seed: number;
  /** Number of entries, 0 or more. */
  readonly models: number;
}

/**
 * Yields the first `models` entries of the catalog of a seed, one at a time, so that the caller can
 * show progress and yield to the event loop.
 *
 * An entry depends on the seed and its position only: the tenth of ten is the tenth of 100,000. Ids
 * are unique. Everything is dated before 2026-11-01T00:00:00Z. `acme/quill-1` (text) and
 * `acme/paint-1` (images) are the first two of every catalog. `rankBoards` and `newestFirst`, which
 * need the whole catalog, run later.
 *
 * Throws `RangeError` when an option is out of range.
 */
export function* generateCatalog(
  { seed, models, tidy }: GenerateCatalogOptions,
  english: Faker,
): Generator<CatalogEntry> {
  checkRange({ seed, models });
  const { entryAt } = createEntrySource(seed, english, { tidy });
  for (let index = 0; index < models; index++) yield entryAt(index);
}

/** Throws `RangeError` for a seed or a number of models out of range. */
export function checkRange({ seed, models }: GenerateCatalogOptions): void {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`seed must be a whole number from 0 to 4294967295, got ${seed}`);
  }
  if (!Number.isInteger(models) || models < 0) {
    throw new RangeError(`models must be a whole number, 0 or more, got ${models}`);
  }
}
