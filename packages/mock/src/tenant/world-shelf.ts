import { hashKey, type CatalogOptions } from '@model-gateway/core';
import { present } from '../seed/present.ts';
import { resolveWorld, type WorldOptions } from '../world/resolve-world.ts';
import type { World } from '../world/world.ts';
import { openWorld, type OpenWorld } from './open-world.ts';
import type { TenantOptions } from './tenant-options.ts';

/** What of a tenant's options says which world it begins with. */
export type WorldWish = Pick<
  TenantOptions,
  'world' | 'seed' | 'models' | 'destinations' | 'members' | 'assignments'
>;

/** The worlds of one mock: each is loaded or generated, checked and indexed once. */
export class WorldShelf {
  readonly #options: CatalogOptions;
  readonly #onProgress: WorldOptions['onProgress'];
  readonly #worlds = new Map<string, Promise<OpenWorld>>();

  constructor(options: CatalogOptions, onProgress: WorldOptions['onProgress']) {
    this.#options = options;
    this.#onProgress = onProgress;
  }

  /** The world that a tenant begins with: a shared one, or with something of its own. */
  async open({ world, seed, models, ...given }: WorldWish): Promise<OpenWorld> {
    const count = typeof models === 'number' ? models : undefined;
    const named = { world, seed, models: count, onProgress: this.#onProgress };
    const base =
      typeof world === 'object'
        ? openWorld(await resolveWorld(named), this.#options)
        : await this.#shared(JSON.stringify([world, seed, count]), named);
    const entries = typeof models === 'number' ? undefined : models;
    const accounts = present(given);
    if (entries !== undefined) {
      const revision = `given-${hashKey(JSON.stringify(entries)).slice(0, 16)}`;
      const own = { ...base.world, ...accounts, models: entries, revision, isChecked: false };
      return openWorld(own, this.#options);
    }
    if (Object.keys(accounts).length === 0) return base;
    return openWorld({ ...base.world, ...accounts }, this.#options, base.catalog);
  }

  /** Another world on the same terms, which nobody shares yet. */
  openOwn(world: World): OpenWorld {
    return openWorld(world, this.#options);
  }

  #shared(name: string, options: WorldOptions): Promise<OpenWorld> {
    const known = this.#worlds.get(name);
    if (known !== undefined) return known;
    const opening = resolveWorld(options).then((world) => openWorld(world, this.#options));
    this.#worlds.set(name, opening);
    return opening;
  }
}
