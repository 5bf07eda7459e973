import { findOperation, type GatewayHandler, type GatewayRequest } from '@model-gateway/core';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { Journal } from '../journal/journal.ts';
import { CREDIT_ACCOUNTS, type MockKeys } from '../mock-keys.ts';
import type { RuleBook, RuleBookState } from '../rules/rule-book.ts';
import type { World } from '../world/world.ts';
import { Engine, type EngineSettings, type EngineState } from './engine.ts';
import type { OpenWorld } from './open-world.ts';
import { withRereadableBody } from './rereadable-body.ts';
import type { WorldShelf, WorldWish } from './world-shelf.ts';

export interface TenantSettings extends EngineSettings {
  readonly id: string;
  readonly wish: WorldWish;
  readonly shelf: WorldShelf;
  /** USD. */
  readonly credits: string;
  readonly clock: VirtualClock;
  readonly rules: RuleBook;
  readonly journalLimit: number;
  /** What the tenant begins with, in place of the world it wishes for. */
  readonly beginning?: TenantSnapshot | undefined;
}

/** All of a tenant at one moment. Opaque: for `restore` and `fork`. */
export interface TenantSnapshot {
  readonly data: EngineState;
  readonly rules: RuleBookState;
}

/** A gateway of its own among others: data, rules, clock, journal, credits and limits. */
export class Tenant {
  readonly id: string;
  readonly clock: VirtualClock;
  readonly keys: MockKeys['texts'];
  readonly rules: RuleBook;
  readonly journal: Journal;
  readonly #settings: TenantSettings;
  #engine: Engine | undefined;
  #starting: Promise<Engine> | undefined;

  constructor(settings: TenantSettings) {
    this.id = settings.id;
    this.clock = settings.clock;
    this.keys = settings.keys.texts;
    this.rules = settings.rules;
    this.journal = new Journal({ clock: settings.clock, limit: settings.journalLimit });
    this.#settings = settings;
  }

  /** Answers the operations of the gateway; paths are below the API's base path. */
  readonly handle: GatewayHandler = async (request) => {
    const seen = withRereadableBody(request);
    const operation = findOperation(seen.method, seen.path)?.id;
    const entry = this.journal.open(seen, operation);
    if (operation === undefined) return undefined;
    const ruled = { operation, request: seen, clock: this.clock };
    const response = await this.rules.answer(
      ruled,
      () => this.#answer(seen),
      (rule) => entry.ruledBy(rule.id),
    );
    return entry.answered(response);
  };

  async #answer(request: GatewayRequest) {
    const { gateway } = this.#engine ?? (await this.#start());
    const response = await gateway.handle(request);
    if (response === undefined) throw new Error(`${request.path} was found and then was not`);
    return response;
  }

  /** Loads the world ahead of the first request; rejects when it is no catalog. */
  async ready(): Promise<World> {
    const engine = this.#engine ?? (await this.#start());
    await engine.gateway.ready();
    return engine.world;
  }

  /** What is left of the credits, USD as a decimal string. */
  credits(): string {
    return this.#engine?.balanceOf(CREDIT_ACCOUNTS.usual) ?? this.#settings.credits;
  }

  /**
   * Puts other models in place, in one step; credits, destinations and everything else stay.
   * Rejects with `CatalogError` when they are no catalog, and then nothing changes.
   */
  async replaceCatalog({ models, revision }: Pick<World, 'models' | 'revision'>): Promise<void> {
    const { world } = this.#engine ?? (await this.#start());
    const open = this.#settings.shelf.openOwn({ ...world, models, revision, isChecked: false });
    await open.catalog.current();
    const engine = this.#engine ?? (await this.#start());
    this.#engine = engine.withWorld(this.#settings, {
      ...engine.state().open,
      world: { ...engine.world, models, revision, isChecked: false },
      catalog: open.catalog,
    });
  }

  /** All that the tenant has and is told to do, for `restore` and for tenants that begin with it. */
  async snapshot(): Promise<TenantSnapshot> {
    const engine = this.#engine ?? (await this.#start());
    return { data: engine.state(), rules: this.rules.state() };
  }

  /** Makes everything as it was then. Requests under way are answered from what was before. */
  async restore({ data, rules }: TenantSnapshot): Promise<void> {
    this.rules.restore(rules);
    this.#engine = new Engine(this.#settings, data);
  }

  /** Makes everything as it was at the start, and forgets the requests that came. */
  async reset(): Promise<void> {
    this.rules.reset();
    this.journal.clear();
    this.#engine = new Engine(this.#settings, await this.#beginning());
  }

  /** Takes all models, destinations, members and assignments away, and forgets rules and requests. */
  async clear(): Promise<void> {
    await this.reset();
    const none = { models: [], destinations: [], members: [], assignments: [] };
    const open = this.#settings.shelf.openOwn({ name: 'nothing', revision: 'empty', ...none });
    this.#engine = new Engine(this.#settings, this.#stateOf(open));
  }

  #start(): Promise<Engine> {
    // Requests that come while the world is loaded wait for the same one.
    this.#starting ??= this.#beginning().then(
      (state) => (this.#engine ??= new Engine(this.#settings, state)),
    );
    return this.#starting;
  }

  async #beginning(): Promise<EngineState> {
    const { beginning, shelf, wish } = this.#settings;
    return beginning?.data ?? this.#stateOf(await shelf.open(wish));
  }

  #stateOf(open: OpenWorld): EngineState {
    const balances = {
      [CREDIT_ACCOUNTS.usual]: this.#settings.credits,
      [CREDIT_ACCOUNTS.empty]: '0',
    };
    return { open, destinations: open.destinations, balances, windows: new Map() };
  }
}
