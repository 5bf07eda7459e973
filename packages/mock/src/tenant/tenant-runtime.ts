import type { GatewayError, GatewayRequest, GatewayResponse } from '@model-gateway/core';
import { errorResponse, finishResponse, requestIdOf } from '@model-gateway/core/http';
import { isJsonObject, kindOf, type OperationSet } from '@model-gateway/core/kit';
import type { World } from '@model-gateway/worlds';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import type { ChangeLog } from '../journal/change-log.ts';
import { RequestJournal, type JournalLimits } from '../journal/journal.ts';
import { createTiming } from '../latency/create-timing.ts';
import { CREDIT_ACCOUNTS, type MockKeys } from '../mock-keys.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { RuleBook, RuleBookState } from '../rules/rule-book.ts';
import type { RuleHandle } from '../rules/rule-handle.ts';
import type { TelemetryLog } from '../telemetry/telemetry-log.ts';
import { TenantGateway, type TenantGatewaySettings, type TenantData } from './tenant-gateway.ts';
import { resumed, stateOf, type KeptClockState } from './clock-state.ts';
import type { LoadedWorld } from './loaded-world.ts';
import { firstKeys } from './tenant-keys.ts';
import type { SettledOptions } from './options/settled-options.ts';
import type { TenantLimits } from './tenant-limits.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { createTenantAnswer, type TenantAnswer } from './tenant-answer.ts';
import { createTenantExit, type TenantExit } from './tenant-exit.ts';
import type { WorldCache } from './world-cache.ts';

export interface TenantRuntimeSettings extends TenantGatewaySettings, JournalLimits {
  readonly worlds: WorldCache;
  /** Whether the clock is for this tenant alone, so that it may be set back. */
  readonly ownsClock: boolean;
  readonly rules: RuleBook;
  /** The rules of the tenant's presets, which apply after all others. */
  readonly fallback: RuleBook;
  readonly changes: ChangeLog | undefined;
  /** The initial state, in place of the world of its options. */
  readonly initial?: TenantSnapshot | undefined;
}

/** All of a tenant at one moment but its requests. Opaque: for `restore` and `fork`. */
export interface TenantSnapshot {
  readonly data: TenantData;
  readonly rules: RuleBookState;
  readonly fallback: RuleBookState;
  readonly time: KeptClockState;
}

/** Throws GW1111 for what `await tenant.snapshot()` did not return, above all its promise. */
export function checkSnapshot(caller: string, given: unknown): void {
  if (isJsonObject(given) && 'data' in given && 'rules' in given) return;
  const isPromise = isJsonObject(given) && typeof given['then'] === 'function';
  const got = isPromise ? 'a promise: write await tenant.snapshot()' : kindOf(given);
  throw diagnostic('GW1111', `${caller} takes what await tenant.snapshot() returns, got ${got}`);
}

/** A gateway of its own among others: data, rules, clock, journal, credits and limits. */
export class TenantRuntime {
  readonly id: string;
  readonly clock: VirtualClock;
  readonly keys: MockKeys['texts'];
  readonly rules: RuleBook;
  readonly operations: OperationSet;
  readonly journal: RequestJournal;
  readonly options: SettledOptions;
  readonly telemetry: TelemetryLog;
  /** The exit that each answer of the tenant passes once. */
  readonly leave: TenantExit;
  readonly answer: TenantAnswer;
  readonly #settings: TenantRuntimeSettings;
  readonly #disposal = new AbortController();
  /** The initial state of the clock. */
  readonly #time: KeptClockState;
  #gateway: TenantGateway | undefined;
  #starting: Promise<TenantGateway> | undefined;

  constructor(settings: TenantRuntimeSettings) {
    const { options } = settings;
    this.id = options.id;
    this.options = options;
    this.clock = settings.clock;
    this.keys = settings.keys.texts;
    this.rules = settings.rules;
    this.operations = settings.operations;
    const { traffic } = settings;
    this.journal = new RequestJournal({
      ...settings,
      secrets: Object.values(this.keys),
      onEnd:
        traffic &&
        ((record) => {
          traffic.ended({ tenant: this.id, record, redaction: this.journal.redaction });
        }),
    });
    this.telemetry = settings.telemetry;
    this.#settings = settings;
    this.leave = createTenantExit(options);
    const rateLimit = () => this.rateLimit();
    this.answer = createTenantAnswer({
      ...settings,
      // Without control there is no inspector.
      hasInspector: settings.changes !== undefined,
      forRules: {
        clock: settings.clock,
        get rateLimit() {
          return rateLimit();
        },
        keys: Object.values(this.keys),
        seed: options.seed,
        timing: createTiming(options.latency, options.seed),
        promptCache: settings.promptCache,
        isLenient: options.validate === 'off',
        isAnyModel: options.anyModel === true || options.validate === 'off',
      },
      unscripted: options.unscripted,
      journal: this.journal,
      leave: this.leave,
      disposed: this.disposed,
      gateway: () => this.#gateway,
      start: async () => this.#start(),
    });
    this.#time = stateOf(settings.clock);
  }

  /** Returns the operation of a request, or the route that a rule answers. */
  targetOf(request: GatewayRequest): OperationMatch | undefined {
    const found = this.operations.find(request.method, request.path);
    if (found === undefined) {
      return this.rules.routeOf(request) ?? this.#settings.fallback.routeOf(request);
    }
    const { operation, params } = found;
    return { id: operation.id, params, definition: operation };
  }

  /** Ends what is still under way. */
  async dispose(): Promise<void> {
    const message = `the tenant "${this.id}" was disposed while this request was waiting`;
    this.#disposal.abort(diagnostic('GW1208', message));
    await this.#settings.forwarding?.close();
  }

  /** Aborts once the tenant is disposed. */
  get disposed(): AbortSignal {
    return this.#disposal.signal;
  }

  /** Returns the rule that answered the route of a request until it was used up, if there was one. */
  usedUpFor(request: GatewayRequest): RuleHandle | undefined {
    return this.rules.usedUpFor(request) ?? this.#settings.fallback.usedUpFor(request);
  }

  /** Answers a request that nothing handles with an error. */
  refuse(request: GatewayRequest, error: GatewayError): GatewayResponse {
    const response = errorResponse(error, undefined);
    return this.leave(finishResponse(request, response, requestIdOf(request)));
  }

  /** Notes an unhandled request, which fails the test at the end. */
  unhandled(request: GatewayRequest): void {
    this.journal.open(request, undefined);
  }

  /** Loads the world ahead of the first request; rejects if it is not a valid catalog. */
  async ready(): Promise<World> {
    const gateway = this.#gateway ?? (await this.#start());
    await gateway.gateway.ready();
    return gateway.world;
  }

  /** Returns whether it has the key with this digest, also one that a client made. */
  hasKey(hash: string): boolean {
    const made = this.#settings.initial?.data.keys.made ?? [];
    return this.#gateway?.hasKey(hash) ?? made.some((key) => key.hash === hash);
  }

  /** Returns the remaining credits, USD as a decimal string. */
  credits(): string {
    const { funded } = CREDIT_ACCOUNTS;
    const { initial } = this.#settings;
    const balance = this.#gateway?.balanceOf(funded) ?? initial?.data.balances[funded];
    return balance ?? String(this.options.credits);
  }

  /** Returns the requests to models per window and key; undefined without a limit. */
  rateLimit(): RateLimit | undefined {
    const now = this.#gateway ?? this.#settings.initial?.data;
    return now === undefined ? this.options.rateLimit : now.rateLimit;
  }

  /** Changes limits until the next reset; those that are left out stay. They were checked. */
  async setLimits({ credits, rateLimit }: TenantLimits): Promise<void> {
    let gateway = this.#gateway ?? (await this.#start());
    if (rateLimit !== undefined) gateway = gateway.withRateLimit(rateLimit ?? undefined);
    if (credits !== undefined) gateway.setBalance(CREDIT_ACCOUNTS.funded, String(credits));
    this.#gateway = gateway;
  }

  /**
   * Replaces the models in one step; credits, destinations and everything else stay. Rejects with
   * `CatalogError` for invalid models, and then nothing changes.
   */
  async replaceCatalog({ models, revision }: Pick<World, 'models' | 'revision'>): Promise<void> {
    const { world } = this.#gateway ?? (await this.#start());
    const own = { ...world, models, revision, isChecked: false };
    const open = this.#settings.worlds.openOwn(own, this.options.mockModels);
    const served = { models: open.world.models, revision: open.world.revision, isChecked: false };
    await open.catalog.current();
    const gateway = this.#gateway ?? (await this.#start());
    this.#gateway = gateway.withWorld(this.#settings, {
      ...gateway.state().open,
      world: { ...gateway.world, ...served },
      catalog: open.catalog,
      day: open.day,
    });
  }

  /** Returns the state of the tenant, rules included, for `restore` and for new tenants. */
  async snapshot(): Promise<TenantSnapshot> {
    const gateway = this.#gateway ?? (await this.#start());
    return {
      data: gateway.state(),
      rules: this.rules.state(),
      fallback: this.#settings.fallback.state(),
      time: stateOf(this.clock),
    };
  }

  /** Restores the state of a snapshot. Requests under way are answered from the previous state. */
  async restore(snapshot: TenantSnapshot): Promise<void> {
    checkSnapshot('restore()', snapshot);
    const { data, rules, fallback, time } = snapshot;
    this.rules.restore(rules);
    this.#settings.fallback.restore(fallback);
    if (this.#settings.ownsClock) await this.clock.resume(resumed(time));
    this.#gateway = new TenantGateway(this.#settings, movedTo(this.clock.now(), { data, time }));
  }

  /** Restores the initial state, and forgets the requests. */
  async reset(): Promise<void> {
    this.rules.reset();
    this.#settings.fallback.reset();
    this.#settings.promptCache.clear();
    this.journal.clear();
    this.telemetry.clear();
    if (this.#settings.ownsClock) await this.clock.resume(resumed(this.#time));
    this.#gateway = new TenantGateway(this.#settings, await this.#initial());
  }

  /** Takes all models, destinations, members and assignments away, and forgets rules and requests. */
  async clear(): Promise<void> {
    await this.reset();
    const none = { models: [], destinations: [], members: [], assignments: [] };
    const open = this.#settings.worlds.openOwn({ name: 'nothing', revision: 'empty', ...none });
    this.#gateway = new TenantGateway(this.#settings, this.#stateOf(open));
  }

  #start(): Promise<TenantGateway> {
    // Requests during the loading wait for the same world.
    this.#starting ??= this.clock.during(
      this.#initial().then((state) => (this.#gateway ??= new TenantGateway(this.#settings, state))),
    );
    return this.#starting;
  }

  async #initial(): Promise<TenantData> {
    const { initial, worlds } = this.#settings;
    if (initial === undefined) return this.#stateOf(await worlds.open(this.options));
    return movedTo(this.clock.now(), initial);
  }

  #stateOf(open: LoadedWorld): TenantData {
    const balances = {
      [CREDIT_ACCOUNTS.funded]: String(this.options.credits),
      [CREDIT_ACCOUNTS.empty]: '0',
    };
    const { rateLimit } = this.options;
    return {
      open,
      destinations: open.destinations,
      keys: firstKeys(this.#settings.keys),
      balances,
      spent: [],
      generations: [],
      windows: new Map(),
      rateLimit,
    };
  }
}

/**
 * Returns the data of a snapshot with its rate windows moved, so that from `now` they last as long.
 */
function movedTo(now: number, { data, time }: Pick<TenantSnapshot, 'data' | 'time'>): TenantData {
  const moved = now - time.now;
  const windows = [...data.windows].map(
    ([key, { endsAt, used }]) => [key, { endsAt: endsAt + moved, used }] as const,
  );
  return { ...data, windows: new Map(windows) };
}
