import { present, type OperationSet } from '@model-gateway/core/kit';
import type { WireFault } from '../rules/wire-fault.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { toTenantClock } from '../clock/tenant-clock.ts';
import { resumed } from './clock-state.ts';
import type { ChangeLog } from '../journal/change-log.ts';
import type { TrafficListener } from '../journal/traffic.ts';
import { createTenant } from './create-tenant.ts';
import { initialFrom, type ForkOptions } from './fork.ts';
import { checkForkOptions } from './option-names.ts';
import { inheritedOptions } from './options/inherited-options.ts';
import { verifyTenants } from './loose-ends.ts';
import { toMockTenant, type MockTenant } from './mock-tenant.ts';
import type { NewTenantOptions } from './new-tenant-options.ts';
import { diagnostic } from '../diagnostics.ts';
import type { TenantRouter } from './tenant-router.ts';
import type { TenantOptions } from './options/tenant-options.ts';
import type { TenantRuntime } from './tenant-runtime.ts';
import type { WorldCache } from './world-cache.ts';

/** The URLs of a gateway's tenants, and what they share. */
export interface RegistryPlace {
  /** `''` without a port. */
  readonly origin: string;
  readonly basePath: string;
  readonly router: TenantRouter;
  readonly worlds: WorldCache;
  /** The gateway's own rules, which apply after each tenant's. */
  readonly rules: RuleBook;
  readonly hasSocket: boolean;
  readonly operations: OperationSet;
  readonly onError: ((error: unknown) => void) | undefined;
  readonly traffic: TrafficListener | undefined;
  readonly changes: ChangeLog | undefined;
}

/** The tenants of one gateway, as tests use them. */
export class TenantRegistry {
  /** The gateway's own: closed and verified with all others. */
  readonly main: MockTenant<WireFault>;
  readonly #place: RegistryPlace;
  readonly #there = new Map<string, MockTenant<WireFault>>();
  #minted = 0;
  #isClosed = false;

  constructor(place: RegistryPlace, main: TenantRuntime, options: TenantOptions<WireFault>) {
    const { origin, basePath, router } = place;
    this.#place = place;
    this.main = toMockTenant(main, {
      origin,
      basePath,
      close: async () => {
        this.#isClosed = true;
        await Promise.all(router.all().map((each) => each.dispose()));
      },
      verify: () => verifyTenants(router.all(), basePath),
      fork: this.#forkerOf(main, options),
    });
    this.#there.set(main.id, this.main);
  }

  /** The existing ones, the gateway's own first. */
  all(): readonly MockTenant<WireFault>[] {
    return [...this.#there.values()];
  }

  /**
   * Adds a tenant with these options, and the defaults for the others. Throws GW11xx: also once the
   * gateway is closed.
   */
  add(
    { from, ...spec }: NewTenantOptions<WireFault>,
    defaults: TenantOptions,
  ): MockTenant<WireFault> {
    if (this.#isClosed) {
      const message = 'the gateway is closed and takes no more tenants: make them before close()';
      throw diagnostic('GW1109', message);
    }
    const {
      origin,
      basePath,
      router,
      worlds,
      rules: parent,
      hasSocket,
      operations,
      onError,
      traffic,
      changes,
    } = this.#place;
    const own = { ...defaults, ...present(spec) };
    const initial = from && initialFrom(from, spec);
    const made = createTenant(
      { ...own, id: spec.id ?? this.#freeId() },
      {
        worlds,
        rules: new RuleBook({
          rules: spec.rules,
          initial: initial?.rules,
          parent,
          hasSocket,
          operations,
          basePath,
        }),
        clock: toTenantClock(own.clock, initial && resumed(initial.time)),
        operations,
        basePath,
        onError,
        traffic,
        changes,
        initial,
      },
    );
    router.add(made);
    const added = toMockTenant(made, {
      origin,
      basePath,
      close: async () => this.#close(made, added),
      verify: () => verifyTenants([made], basePath),
      fork: this.#forkerOf(made, own),
    });
    this.#there.set(made.id, added);
    changes?.next();
    return added;
  }

  /** Returns a function that creates tenants with the state that `parent` has by then. */
  #forkerOf(parent: TenantRuntime, options: TenantOptions<WireFault>) {
    return async (changes: ForkOptions) => {
      checkForkOptions(changes);
      return this.add(
        { ...changes, from: changes.from ?? (await parent.snapshot()) },
        inheritedOptions('fork', options, changes),
      );
    };
  }

  /** Another tenant may have the id by now. */
  async #close(tenant: TenantRuntime, added: MockTenant<WireFault>): Promise<void> {
    this.#place.router.remove(tenant);
    if (this.#there.get(tenant.id) === added) this.#there.delete(tenant.id);
    this.#place.changes?.next();
    await tenant.dispose();
  }

  #freeId(): string {
    let id: string;
    do id = `t${++this.#minted}`;
    while (this.#there.has(id));
    return id;
  }
}
