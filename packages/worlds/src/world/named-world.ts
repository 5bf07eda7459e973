import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { generateWorld } from './generate-world.ts';
import { REFERENCE_SECONDS } from '../seed/reference-date.ts';
import { GOLDEN, loadGoldenWorld } from './golden-world.ts';
import type { World } from '../world.ts';

/** What a world by name is made with. */
export interface WorldMaking {
  readonly seed: number;
  /** Undefined when it was not said. */
  readonly models: number | undefined;
  readonly onProgress: ((done: number, total: number) => void) | undefined;
}

/** Models of the huge world. */
const HUGE = 100_000;

const EMPTY: World = {
  name: 'an empty world',
  revision: 'empty',
  isChecked: true,
  day: REFERENCE_SECONDS * 1000,
  models: [],
  destinations: [],
  members: [],
  assignments: [],
};

/** The worlds that have a name, and how each comes about. */
const WORLDS = {
  golden: { size: GOLDEN.models, make: loadGoldenWorld },
  empty: { size: 0, make: async () => EMPTY },
  tiny: { size: 17, make: async () => (await import('./tiny-world.ts')).tinyWorld() },
  huge: { size: HUGE, make: (making: WorldMaking) => generateWorld({ ...making, models: HUGE }) },
  generated: {
    size: undefined,
    make: ({ models = GOLDEN.models, ...making }: WorldMaking) =>
      generateWorld({ ...making, models }),
  },
} as const;

export type WorldName = keyof typeof WORLDS;

/** Object.keys forgets that these are the keys. */
export const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

/** The name as it is, or GW1702 thrown with what it was probably meant to be. */
export function worldName(name: string): WorldName {
  const found = WORLD_NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  const hint = didYouMean(name, WORLD_NAMES);
  throw diagnostic(
    'GW1702',
    `there is no world "${name}": expected one of ${WORLD_NAMES.join(', ')}, or an object${hint}`,
  );
}

/** Loads or generates the world of a name. Throws GW1704 for a size that it does not have. */
export async function namedWorld(name: WorldName, making: WorldMaking): Promise<World> {
  const { size, make } = WORLDS[name];
  const { models } = making;
  if (size !== undefined && models !== undefined && models !== size) {
    throw diagnostic(
      'GW1704',
      `the ${name} world has ${size} models, not ${models}; ask for the generated world instead`,
    );
  }
  return make(making);
}
