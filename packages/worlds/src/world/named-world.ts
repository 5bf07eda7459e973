import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { generateWorld } from './generate-world.ts';
import { REFERENCE_SECONDS } from '../seed/dates/reference-date.ts';
import { GOLDEN, loadGoldenWorld } from './golden-world.ts';
import type { World } from '../world.ts';

/** Options of a world by name. */
export interface WorldMaking {
  readonly seed: number;
  /** Undefined when not given. */
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

/** The named worlds, their sizes and how each is made. */
const WORLDS = {
  golden: { size: GOLDEN.models, make: loadGoldenWorld },
  empty: { size: 0, make: async () => EMPTY },
  tiny: { size: 25, make: async () => (await import('./tiny-world.ts')).tinyWorld() },
  huge: { size: HUGE, make: (making: WorldMaking) => generateWorld({ ...making, models: HUGE }) },
  generated: {
    size: undefined,
    make: ({ models = GOLDEN.models, ...making }: WorldMaking) =>
      generateWorld({ ...making, models }),
  },
} as const;

/** The name of a world that is part of the package. */
export type WorldName = keyof typeof WORLDS;

/** Object.keys loses the key type; these are the literal's keys. */
export const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

/** Returns the name when a world has it; throws GW1702 with the closest one otherwise. */
export function worldName(name: string): WorldName {
  const found = WORLD_NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  const hint = didYouMean(name, WORLD_NAMES);
  throw diagnostic(
    'GW1702',
    `unknown world "${name}": expected one of ${WORLD_NAMES.join(', ')}, or an object${hint}`,
  );
}

/** Loads or generates a named world. Throws GW1704 for a size other than its own. */
export async function namedWorld(name: WorldName, making: WorldMaking): Promise<World> {
  const { size, make } = WORLDS[name];
  const { models } = making;
  if (size !== undefined && models !== undefined && models !== size) {
    throw diagnostic(
      'GW1704',
      `the ${name} world has ${size} models, not ${models}; use the generated world instead`,
    );
  }
  return make(making);
}
