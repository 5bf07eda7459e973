import type { CatalogEntry } from '@model-gateway/core';
import { REFERENCE_SECONDS } from '../seed/dates/reference-date.ts';
import type { World, WorldAccounts } from '../world.ts';

/** The form of `golden-world.json`. */
interface WorldFile extends WorldAccounts {
  readonly revision: string;
  readonly data: readonly CatalogEntry['model'][];
  readonly signals: Readonly<Record<string, CatalogEntry['signals']>>;
}

/**
 * Seed and size of the golden world, which are fixed: tests of this project and of others rely on
 * its models.
 */
export const GOLDEN = { seed: 7, models: 400 } as const;

/** Loads the golden world. Its file is read on the first call. */
export async function loadGoldenWorld(): Promise<World> {
  const module = await import('@model-gateway/worlds/golden-world.json', {
    with: { type: 'json' },
  });
  // A test checks the file against the wire schema, which is more than its inferred type says.
  const { revision, data, signals, ...accounts } = module.default as unknown as WorldFile;
  return {
    name: 'the golden world',
    revision,
    // A test checks the file.
    isChecked: true,
    day: REFERENCE_SECONDS * 1000,
    models: data.map((model) => ({ model, signals: signals[model.id] ?? {} })),
    ...accounts,
  };
}
