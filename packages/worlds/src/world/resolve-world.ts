import { GOLDEN } from './golden-world.ts';
import { namedWorld, type WorldName } from './named-world.ts';
import type { World, WorldAccounts } from '../world.ts';

/** A world of your own; of what belongs to accounts there is nothing unless you give it. */
export type GivenWorld = Omit<World, keyof WorldAccounts> & Partial<WorldAccounts>;

/**
 * Where a world comes from: one of your own, or by name. `golden` is checked in: 400 models that
 * never change with an upgrade of a library. `tiny` has a model of each kind. `empty` has nothing.
 * `generated` depends on `seed`, with as many models as asked for; `huge` is 100,000 of them.
 */
export type WorldSource = WorldName | GivenWorld;

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
  const { seed = GOLDEN.seed, models, onProgress } = options;
  const isGolden = seed === GOLDEN.seed && (models ?? GOLDEN.models) === GOLDEN.models;
  const { world = isGolden ? 'golden' : 'generated' } = options;
  if (typeof world === 'object') return { ...NO_ACCOUNTS, ...world };
  return namedWorld(world, { seed, models, onProgress });
}
