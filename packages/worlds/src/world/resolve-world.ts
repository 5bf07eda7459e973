import {
  ANYTHING,
  checkOptions,
  FUNCTION,
  type OptionTable,
  wholeFrom,
} from '@model-gateway/core/kit';
import { GOLDEN } from './golden-world.ts';
import { namedWorld, worldName, type WorldName } from './named-world.ts';
import type { World, WorldAccounts } from '../world.ts';

/** A world of your own; lists of account records are empty by default. */
export type GivenWorld = Omit<World, keyof WorldAccounts> & Partial<WorldAccounts>;

/**
 * A world of your own, or the name of one. `golden` is checked in: 400 models that never change with
 * an upgrade of a library. `tiny` has a model of each kind. `empty` has nothing. `generated` depends
 * on `seed` and `models`; `huge` has 100,000 models.
 */
export type WorldSource = WorldName | GivenWorld;

/** What a tenant or a mock is seeded with. */
export interface WorldOptions {
  /**
   * The golden world by default; another `seed` or number of `models` generates one.
   */
  readonly world?: WorldSource | undefined;
  /** A whole number; 7 by default. */
  readonly seed?: number | undefined;
  /** Number of models to generate; 400 by default. */
  readonly models?: number | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const NO_ACCOUNTS: WorldAccounts = { destinations: [], members: [], assignments: [] };

/**
 * Loads or generates the world that the options ask for. Rejects with GW1702 for a name that no world
 * has.
 */
export async function resolveWorld(options: WorldOptions): Promise<World> {
  checkOptions('resolveWorld', options, OPTIONS);
  const { seed = GOLDEN.seed, models, onProgress } = options;
  const isGolden = seed === GOLDEN.seed && (models ?? GOLDEN.models) === GOLDEN.models;
  const { world = isGolden ? 'golden' : 'generated' } = options;
  if (typeof world === 'object') return { ...NO_ACCOUNTS, ...world };
  return namedWorld(worldName(world), { seed, models, onProgress });
}

const OPTIONS: OptionTable<WorldOptions> = {
  world: ANYTHING,
  seed: { must: 'a number', holds: Number.isFinite },
  models: wholeFrom(0),
  onProgress: FUNCTION,
};
