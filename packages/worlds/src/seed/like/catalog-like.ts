import type { Faker } from '@faker-js/faker';
import type { CatalogEntry, Model } from '@model-gateway/core';
import { createDraws } from '../draws/draws.ts';
import { createEntrySource } from '../entry-source.ts';
import { checkRange, type GenerateCatalogOptions } from '../generate-catalog.ts';
import { weightsLike } from './weights.ts';

/** Candidates for each model of the world. */
const CANDIDATES = 6;

interface LikeOptions extends GenerateCatalogOptions {
  readonly like: readonly Pick<CatalogEntry, 'model'>[];
}

/**
 * Returns `models` entries of the catalog of a seed, chosen so that they have features, prices, ages
 * and vendors in the shares of another catalog. They come from the generator alone: an entry whose id,
 * slug or name the other catalog has is left out. A variant or an alias brings its model with it.
 *
 * Throws `RangeError` when an option is out of range.
 */
export function catalogLike(
  { seed, models, like, tidy }: LikeOptions,
  english: Faker,
): CatalogEntry[] {
  checkRange({ seed, models });
  if (like.length === 0) throw new RangeError('like must be a catalog with models, got none');
  const { entryAt, companionOf } = createEntrySource(seed, english, { tidy });
  const known = new Set(like.flatMap(({ model }) => namesOf(model)));
  const candidates = Array.from({ length: CANDIDATES * models }, (_, index) => entryAt(index));
  const isNew = (index: number | undefined) =>
    index === undefined || namesOf(candidates[index]?.model).every((name) => !known.has(name));
  const weights = weightsLike(
    like.map(({ model }) => model),
    candidates.map(({ model }) => model),
  );
  const draws = createDraws(seed, english);
  const order = weights
    // Drawing without repetition by weight: the smallest of exponential delays come first.
    .map((weight, index) => ({
      index,
      turn: -Math.log(1 - draws('like', index).number.float()) / weight,
    }))
    .toSorted((one, other) => one.turn - other.turn);
  const chosen = new Set<number>();
  for (const { index } of order) {
    const companion = companionOf(index);
    if (!isNew(index) || !isNew(companion)) continue;
    const added = [companion, index].filter((each) => each !== undefined && !chosen.has(each));
    if (chosen.size + added.length > models) continue;
    for (const each of added) if (each !== undefined) chosen.add(each);
  }
  return [...chosen]
    .toSorted((one, other) => one - other)
    .flatMap((index) => candidates[index] ?? []);
}

function namesOf(model: Model | undefined): readonly string[] {
  if (model === undefined) return [];
  return [model.id, model.canonical_slug, model.name.trim()];
}
