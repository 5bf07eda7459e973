import { hashKey } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { resolveWorld, type WorldOptions, type World } from '@model-gateway/worlds';
import { loadWorld, type LoadingOptions, type LoadedWorld } from './loaded-world.ts';
import type { TenantOptions } from './options/tenant-options.ts';
import { withMockModels } from './with-mock-models.ts';

/** The options of a tenant that decide on its world. */
export type WorldSpec = Pick<
  TenantOptions,
  | 'world'
  | 'seed'
  | 'models'
  | 'mockModels'
  | 'destinations'
  | 'members'
  | 'assignments'
  | 'guardrails'
>;

/** A world with its index is a megabyte or more, and a seed for each test makes one for each test. */
const MOST_WORLDS = 16;

/** The worlds of one mock: each is loaded or generated, checked and indexed once while it is kept. */
export class WorldCache {
  readonly #options: LoadingOptions;
  readonly #onProgress: WorldOptions['onProgress'];
  readonly #worlds = new Map<string, Promise<LoadedWorld>>();

  constructor(options: LoadingOptions, onProgress: WorldOptions['onProgress']) {
    this.#options = options;
    this.#onProgress = onProgress;
  }

  /** The world that a tenant begins with: a shared one, or with something of its own. */
  async open(spec: WorldSpec): Promise<LoadedWorld> {
    const { world, seed, models, mockModels, ...records } = spec;
    const { destinations, members, assignments, guardrails } = records;
    const count = typeof models === 'number' ? models : undefined;
    const named = { world, seed, models: count, onProgress: this.#onProgress };
    const base =
      typeof world === 'object'
        ? this.openOwn(await resolveWorld(named), mockModels)
        : await this.#shared(JSON.stringify([world, seed, count, mockModels]), named, mockModels);
    const entries = typeof models === 'number' ? undefined : models;
    const accounts = present({ destinations, members, assignments, guardrails });
    if (entries !== undefined) {
      const revision = `given-${hashKey(JSON.stringify(entries)).slice(0, 16)}`;
      const own = { ...base.world, ...accounts, models: entries, revision, isChecked: false };
      return this.openOwn(own, mockModels);
    }
    if (Object.keys(accounts).length === 0) return base;
    return loadWorld({ ...base.world, ...accounts }, this.#options, base.catalog);
  }

  /** Loads another world with the same settings, unshared. */
  openOwn(world: World, mockModels?: boolean): LoadedWorld {
    return loadWorld(withMockModels(world, mockModels), this.#options);
  }

  #shared(
    name: string,
    options: WorldOptions,
    mockModels: boolean | undefined,
  ): Promise<LoadedWorld> {
    const world =
      this.#worlds.get(name) ??
      resolveWorld(options).then((resolved) => this.openOwn(resolved, mockModels));
    // Moved to the end, so that the first is the least recently used.
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    const [oldest = name] = this.#worlds.keys();
    if (this.#worlds.size > MOST_WORLDS) this.#worlds.delete(oldest);
    return world;
  }
}
