import type { Model } from '@model-gateway/core';

/** A property of models by which catalogs are compared; undefined where a model lacks it. */
export interface Feature {
  readonly name: string;
  readonly of: (model: Model, around: Surroundings) => string | number | undefined;
}

/** Facts of the whole catalog that a feature of one model depends on. */
export interface Surroundings {
  /** The day on which the catalog stands, Unix seconds. */
  readonly reference: number;
  readonly ids: ReadonlySet<string>;
  /** The position of each author among all by number of models, 1 for the largest. */
  readonly authorRanks: ReadonlyMap<string, number>;
  /** The models of each family, without aliases and variants. */
  readonly families: ReadonlyMap<string, readonly Model[]>;
}

const DAY = 86_400;

/** Returns the facts that features need, of a catalog that stands a day after its newest model. */
export function surroundingsOf(models: readonly Model[]): Surroundings {
  const counts = new Map<string, number>();
  for (const { id } of models) counts.set(authorOf(id), (counts.get(authorOf(id)) ?? 0) + 1);
  const families = new Map<string, Model[]>();
  for (const model of models.filter(({ id }) => !/^~|:/.test(id))) {
    const family = familyOf(model.id);
    families.set(family, [...(families.get(family) ?? []), model]);
  }
  const order = [...counts].sort(([, one], [, other]) => other - one);
  return {
    reference: Math.max(...models.map(({ created }) => created)) + DAY,
    ids: new Set(models.map(({ id }) => id)),
    authorRanks: new Map(order.map(([author], position) => [author, position + 1])),
    families,
  };
}

export function authorOf(id: string): string {
  return id.replace(/^~/, '').split('/', 1).join('');
}

/** The author and the first word: `acme/quill-3.5-mini` and `acme/quill2` are of `acme/quill`. */
export function familyOf(id: string): string {
  return /^~?([^/]*\/[a-z]*)/.exec(id)?.[1] ?? id;
}
