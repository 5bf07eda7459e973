import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseCatalog, type CatalogEntry } from '@model-gateway/core';
import { signals } from './arbitraries.ts';

/** A catalog of realistic size, or why it is not there. */
export type World = { readonly entries: readonly CatalogEntry[] } | { readonly missing: string };

const REPOSITORY = new URL('../../../../', import.meta.url);

/** The seeded world that the mock serves. */
export function goldenWorld(): World {
  return read('fixtures/worlds/golden.json');
}

/** A dump of a public catalog, kept beside the repository and not in it, with made-up signals. */
export function publicDump(): World {
  const world = read('../shared/data/catalog-2026-08.json');
  if ('missing' in world) return world;
  const { entries } = world;
  const made = fc.sample(signals, { numRuns: entries.length, seed: 20_260_801 });
  return { entries: entries.map(({ model }, i) => ({ model, signals: made[i] ?? {} })) };
}

function read(path: string): World {
  let text: string;
  try {
    text = readFileSync(new URL(path, REPOSITORY), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { missing: `${path} is not there` };
    }
    throw error;
  }
  return parseCatalog(text);
}
