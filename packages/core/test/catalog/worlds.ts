import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parseCatalog, type CatalogEntry } from '@model-gateway/core';
import { signals } from './arbitraries.ts';
import { observedCatalogFile } from './observed-catalog.ts';

export interface World {
  readonly entries: readonly CatalogEntry[];
}

/** The seeded world that the mock serves. */
export function goldenWorld(): World {
  const file = new URL('../../../worlds/golden-world.json', import.meta.url);
  return read(fileURLToPath(file));
}

/** Real models, with made-up signals. */
export function observedWorld(): World {
  const { entries } = read(observedCatalogFile());
  const made = fc.sample(signals, { numRuns: entries.length, seed: 20_260_801 });
  return { entries: entries.map(({ model }, i) => ({ model, signals: made[i] ?? {} })) };
}

function read(file: string): World {
  return parseCatalog(readFileSync(file, 'utf8'));
}
