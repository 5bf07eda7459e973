import {
  createGateway,
  createMemoryCreditLedger,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryRateLimiter,
  type Clock,
  type DestinationStoreContents,
  type Gateway,
  type ImageProvider,
  type MemoryCreditLedger,
  type MemoryDestinationStore,
  type MemoryRateLimiter,
  type RateWindow,
} from '@model-gateway/core';
import { imaginedWeb } from '../images/imagined-web.ts';
import { worldImageProviders } from '../world/world-images.ts';
import type { MockKeys } from '../mock-keys.ts';
import type { OpenWorld } from './open-world.ts';
import type { RateLimit } from './tenant-options.ts';

/** What stays the same for a tenant, whatever its data. */
export interface EngineSettings {
  readonly seed: number;
  readonly keys: MockKeys;
  readonly clock: Clock;
  readonly rateLimit: RateLimit | undefined;
  readonly publicCatalog: boolean | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** All data of a tenant at one moment. Never changed once taken. */
export interface EngineState {
  readonly open: OpenWorld;
  readonly destinations: DestinationStoreContents;
  /** Credits by account, USD. */
  readonly balances: Readonly<Record<string, string>>;
  readonly windows: ReadonlyMap<string, RateWindow>;
}

/** What changes while an engine runs. */
interface Stores {
  readonly destinations: MemoryDestinationStore;
  readonly ledger: MemoryCreditLedger;
  readonly limiter: MemoryRateLimiter | undefined;
}

/** The real gateway over one tenant's data. */
export class Engine {
  readonly gateway: Gateway;
  readonly #open: OpenWorld;
  readonly #stores: Stores;

  constructor(
    settings: EngineSettings,
    { open, destinations, balances, windows }: EngineState,
    stores: Stores = {
      destinations: createMemoryDestinationStore(destinations),
      ledger: createMemoryCreditLedger(balances),
      limiter:
        settings.rateLimit &&
        createMemoryRateLimiter({ ...settings.rateLimit, clock: settings.clock, windows }),
    },
  ) {
    const { keys, clock, publicCatalog, onError } = settings;
    this.#open = open;
    this.#stores = stores;
    let providers: readonly ImageProvider[] | undefined;
    /** Asked for by requests that found their model, so the models were checked. */
    const imageProviders = () =>
      (providers ??= worldImageProviders(open.world.models, { seed: settings.seed, clock }));
    this.gateway = createGateway({
      stores: {
        models: open.catalog,
        keys: createMemoryKeyStore(keys.stored),
        destinations: stores.destinations,
        members: open.members,
        assignments: open.assignments,
      },
      images: {
        providers: { [Symbol.iterator]: () => imageProviders()[Symbol.iterator]() },
        ledger: stores.ledger,
        http: imaginedWeb,
        limiter: stores.limiter,
      },
      clock,
      publicCatalog,
      onError,
    });
  }

  get world() {
    return this.#open.world;
  }

  state(): EngineState {
    const { destinations, ledger, limiter } = this.#stores;
    return {
      open: this.#open,
      destinations: destinations.contents(),
      balances: ledger.balances(),
      windows: limiter?.windows() ?? new Map(),
    };
  }

  /** The same credits, limits and destinations under other models: requests under way count too. */
  withWorld(settings: EngineSettings, open: OpenWorld): Engine {
    return new Engine(settings, { ...this.state(), open }, this.#stores);
  }

  balanceOf(accountId: string): string | undefined {
    return this.#stores.ledger.balanceOf(accountId);
  }
}
