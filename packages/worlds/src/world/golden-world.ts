import type { CatalogEntry } from '@model-gateway/core';
import { REFERENCE_SECONDS } from '../seed/reference-date.ts';
import type { World, WorldAccounts } from '../world.ts';

/** The form of `golden-world.json`. */
interface WorldFile extends WorldAccounts {
  readonly revision: string;
  readonly data: readonly CatalogEntry['model'][];
  readonly signals: Readonly<Record<string, CatalogEntry['signals']>>;
}

/**
 * Seed and size that the golden world was generated with. Fixed for good: tests of this project and
 * of others count on what is in it.
 */
export const GOLDEN = { seed: 7, models: 400 } as const;

/** Loads the golden world; only then is its file read. */
export async function loadGoldenWorld(): Promise<World> {
  const module = await import('@model-gateway/worlds/golden-world.json', {
    with: { type: 'json' },
  });
  // A test checks the file against the wire schema, which is more than its inferred type says.
  const { revision, data, signals, ...accounts } = module.default as unknown as WorldFile;
  return {
    name: 'the golden world',
    revision,
    // By a test, each time the file changes.
    isChecked: true,
    day: REFERENCE_SECONDS * 1000,
    models: data.map((model) => ({ model, signals: signals[model.id] ?? {} })),
    ...accounts,
  };
}
