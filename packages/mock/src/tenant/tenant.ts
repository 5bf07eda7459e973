import type { GatewayHandler, GatewayRequest, GatewayResponse } from '@model-gateway/core';
import { malformedPathResponse } from '@model-gateway/core/http';
import { findOperation } from '@model-gateway/core/kit';
import type { World } from '@model-gateway/worlds';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import { toEntry } from '../journal/journal-entry.ts';
import { RequestJournal, type JournalLimits } from '../journal/journal.ts';
import type { RequestRecord } from '../journal/request-record.ts';
import { createTiming, type Timing } from '../latency/create-timing.ts';
import { CREDIT_ACCOUNTS, type MockKeys } from '../mock-keys.ts';
import type { RuleBook, RuleBookState, RuleListener } from '../rules/rule-book.ts';
import { endedResponse } from '../rules/ended-response.ts';
import { pause } from '../rules/pause.ts';
import { toRuledRequest, type RuledRequest, type RuledTenant } from '../rules/ruled-request.ts';
import { Engine, type EngineSettings, type EngineState } from './engine.ts';
import { resumed, stateOf, type KeptClockState } from './clock-state.ts';
import type { OpenWorld } from './open-world.ts';
import type { Strictness } from '../journal/strictness.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { readBody, withRereadableBody } from '../http/rereadable-body.ts';
import type { WorldShelf, WorldWish } from './world-shelf.ts';

export interface TenantSettings extends EngineSettings, JournalLimits {
  readonly id: string;
  readonly wish: WorldWish;
  readonly shelf: WorldShelf;
  /** USD. */
  readonly credits: string;
  readonly clock: VirtualClock;
  /** Whether the clock is for this tenant alone, so that it may be set back. */
  readonly ownsClock: boolean;
  readonly rules: RuleBook;
  /** The rules of the tenant's presets: asked after all others. */
  readonly ground: RuleBook;
  readonly strictness: Strictness;
  /** What the tenant begins with, in place of the world it wishes for. */
  readonly beginning?: TenantSnapshot | undefined;
}

/** All of a tenant at one moment but its requests. Opaque: for `restore` and `fork`. */
export interface TenantSnapshot {
  readonly data: EngineState;
  readonly rules: RuleBookState;
  readonly ground: RuleBookState;
  readonly time: KeptClockState;
}

/** A gateway of its own among others: data, rules, clock, journal, credits and limits. */
export class Tenant {
  readonly id: string;
  readonly clock: VirtualClock;
  readonly keys: MockKeys['texts'];
  readonly rules: RuleBook;
  readonly journal: RequestJournal;
  readonly strictness: Strictness;
  readonly #settings: TenantSettings;
  readonly #disposal = new AbortController();
  readonly #ruled: RuledTenant;
  readonly #timing: Timing;
  /** How the clock was at the start. */
  readonly #time: KeptClockState;
  #engine: Engine | undefined;
  #starting: Promise<Engine> | undefined;

  constructor(settings: TenantSettings) {
    this.id = settings.id;
    this.clock = settings.clock;
    this.keys = settings.keys.texts;
    this.rules = settings.rules;
    this.journal = new RequestJournal({ ...settings, secrets: Object.values(this.keys) });
    this.strictness = settings.strictness;
    this.#settings = settings;
    this.#ruled = {
      clock: settings.clock,
      rateLimit: settings.rateLimit,
      keys: Object.values(this.keys),
    };
    this.#timing = createTiming(settings.latency, settings.seed);
    this.#time = stateOf(settings.clock);
  }

  /** Answers the operations of the gateway; paths are below the API's base path. */
  readonly handle: GatewayHandler = async (request) => {
    const operation = findOperation(request.method, request.path);
    return operation === undefined
      ? malformedPathResponse(request)
      : this.answer(request, operation);
  };

  /** Answers a request that was routed to an operation. */
  async answer(request: GatewayRequest, operation: OperationMatch): Promise<GatewayResponse> {
    const entry = this.journal.open(request, operation);
    const seen = withRereadableBody(request, entry, this.#disposal.signal);
    const ruled = toRuledRequest(operation, seen, this.#ruled, () =>
      toEntry(entry, this.journal.redaction),
    );
    const listener: RuleListener = {
      onHit: (id) => entry.ruledBy(id, () => readBody(seen)),
      onError: (error) => this.#settings.onError?.(error),
    };
    const gateway = () => this.#askGateway(ruled, entry);
    const ground = () => this.#settings.ground.answer(ruled, gateway, listener);
    const response = await this.rules.answer(ruled, ground, listener).catch((error: unknown) => {
      const ended = endedResponse(error, ruled);
      if (ended === undefined) throw error;
      return ended;
    });
    return entry.answered(response, seen);
  }

  /** Ends what is still under way. */
  dispose(): void {
    const message = `the tenant "${this.id}" was disposed while this request was waiting`;
    this.#disposal.abort(diagnostic('GW1208', message));
  }

  /** Aborts once the tenant is disposed. */
  get disposed(): AbortSignal {
    return this.#disposal.signal;
  }

  /** Writes down a request that nobody answers, which fails the test at the end. */
  unhandled(request: GatewayRequest): void {
    this.journal.open(request, undefined);
  }

  async #askGateway(ruled: RuledRequest, entry: RequestRecord) {
    const { operation, request } = ruled;
    const latency = this.#timing({ stage: 'answer', operation, request });
    if (latency > 0) await pause(ruled, latency);
    const engine = this.#engine ?? (await this.#start());
    entry.reachedGateway();
    const response = await engine.handle(request, ruled.images);
    if (response === undefined)
      throw new Error(
        `the gateway did not answer ${request.path}, although an operation matches it`,
      );
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
    const { beginning, credits } = this.#settings;
    const { usual } = CREDIT_ACCOUNTS;
    return this.#engine?.balanceOf(usual) ?? beginning?.data.balances[usual] ?? credits;
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
      day: open.day,
    });
  }

  /** All that the tenant has and is told to do, for `restore` and for tenants that begin with it. */
  async snapshot(): Promise<TenantSnapshot> {
    const engine = this.#engine ?? (await this.#start());
    return {
      data: engine.state(),
      rules: this.rules.state(),
      ground: this.#settings.ground.state(),
      time: stateOf(this.clock),
    };
  }

  /** Makes everything as it was then. Requests under way are answered from what was before. */
  async restore({ data, rules, ground, time }: TenantSnapshot): Promise<void> {
    this.rules.restore(rules);
    this.#settings.ground.restore(ground);
    if (this.#settings.ownsClock) await this.clock.resume(resumed(time));
    this.#engine = new Engine(this.#settings, movedTo(this.clock.now(), { data, time }));
  }

  /** Makes everything as it was at the start, and forgets the requests that came. */
  async reset(): Promise<void> {
    this.rules.reset();
    this.#settings.ground.reset();
    this.journal.clear();
    if (this.#settings.ownsClock) await this.clock.resume(resumed(this.#time));
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
    this.#starting ??= this.clock.during(
      this.#beginning().then((state) => (this.#engine ??= new Engine(this.#settings, state))),
    );
    return this.#starting;
  }

  async #beginning(): Promise<EngineState> {
    const { beginning, shelf, wish } = this.#settings;
    if (beginning === undefined) return this.#stateOf(await shelf.open(wish));
    return movedTo(this.clock.now(), beginning);
  }

  #stateOf(open: OpenWorld): EngineState {
    const balances = {
      [CREDIT_ACCOUNTS.usual]: this.#settings.credits,
      [CREDIT_ACCOUNTS.empty]: '0',
    };
    return { open, destinations: open.destinations, balances, windows: new Map() };
  }
}

/** The data of a snapshot with its rate windows as long as they were, seen from `now`. */
function movedTo(now: number, { data, time }: Pick<TenantSnapshot, 'data' | 'time'>): EngineState {
  const moved = now - time.now;
  const windows = [...data.windows].map(
    ([key, { endsAt, used }]) => [key, { endsAt: endsAt + moved, used }] as const,
  );
  return { ...data, windows: new Map(windows) };
}
