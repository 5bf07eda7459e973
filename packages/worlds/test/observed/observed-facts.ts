import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseCatalog, type Model } from '@model-gateway/core';
import { wholeCatalogFile } from '../../../core/test/catalog/observed-catalog.ts';
import { shapeOf, type CatalogShape } from '../seed/catalog-shape.ts';

/** Facts of a whole catalog of real models, for where the catalog itself is not available. */
export interface ObservedFacts {
  readonly shape: CatalogShape;
  /** Digests of the ids, names and last parts of ids. */
  readonly digests: readonly string[];
}

export const FACTS_FILE = new URL(
  '../../../../fixtures/observed/catalog-facts.json',
  import.meta.url,
);

/** Of the whole catalog where there is one, else as they are checked in. */
export function observedFacts(): ObservedFacts {
  const file = wholeCatalogFile();
  if (file !== undefined) return factsOf(modelsIn(file));
  // Written by write-observed.ts.
  return JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as ObservedFacts;
}

export function modelsIn(file: string): readonly Model[] {
  return parseCatalog(readFileSync(file, 'utf8')).entries.map(({ model }) => model);
}

export function factsOf(models: readonly Model[]): ObservedFacts {
  // The catalog stands a day after its newest model.
  const reference = Math.max(...models.map(({ created }) => created)) + 86_400;
  const names = models.flatMap(({ id, name }) => [id, name, lastPartOf(id)]);
  const digests = [...new Set(names.map(digestOf))].toSorted();
  return { shape: shapeOf(models, reference), digests };
}

/** `author/model:free` → `model:free` */
export function lastPartOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Enough of SHA-256 to distinguish a few thousand names. */
export function digestOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
