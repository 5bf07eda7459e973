import { generateWorld } from './generate-world.ts';
import { GOLDEN, loadGoldenWorld } from './golden-world.ts';
import type { World, WorldAccounts, WorldSource } from './world.ts';

export interface WorldOptions {
  /**
   * By default the golden world, which is what seed 7 with 400 models once gave; another seed or
   * size generates one.
   */
  readonly world?: WorldSource | undefined;
  /** A whole number; 7 by default. */
  readonly seed?: number | undefined;
  /** How many models to generate; 400 by default. */
  readonly models?: number | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const NO_ACCOUNTS: WorldAccounts = { destinations: [], members: [], assignments: [] };

/** Loads or generates the world that the options ask for. */
export async function resolveWorld(options: WorldOptions): Promise<World> {
  const { seed = GOLDEN.seed, models = GOLDEN.models, onProgress } = options;
  const isGolden = seed === GOLDEN.seed && models === GOLDEN.models;
  const { world = isGolden ? 'golden' : 'generated' } = options;
  if (typeof world === 'object') return { ...NO_ACCOUNTS, ...world };
  if (world === 'generated') return generateWorld({ seed, models, onProgress });
  if (models !== GOLDEN.models) {
    throw new TypeError(
      `the golden world has ${GOLDEN.models} models, not ${models}; ask for the generated world instead`,
    );
  }
  return loadGoldenWorld();
}
