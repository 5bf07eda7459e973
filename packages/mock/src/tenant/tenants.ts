import { present } from '@model-gateway/core/kit';
import type { WireFault } from '../rules/faults/wire-fault.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { toTenantClock } from '../clock/tenant-clock.ts';
import { resumed } from './clock-state.ts';
import { createTenant } from './create-tenant.ts';
import { beginningOf, type ForkOptions } from './fork.ts';
import { inheritedOptions } from './inherited-options.ts';
import { verifyTenants } from './loose-ends.ts';
import { toMockTenant, type MockTenant } from './mock-tenant.ts';
import type { NewTenantOptions } from './new-tenant-options.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import type { TenantOptions } from './options.ts';
import type { Tenant } from './tenant.ts';
import type { WorldShelf } from './world-shelf.ts';

/** Where the tenants of a gateway live. */
export interface TenantsPlace {
  /** `''` where there is no port. */
  readonly origin: string;
  readonly basePath: string;
  readonly directory: TenantDirectory;
  readonly shelf: WorldShelf;
  /** The gateway's own rules, which are asked after each tenant's. */
  readonly rules: RuleBook;
  readonly hasSocket: boolean;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** The tenants of one gateway, as tests use them. */
export class Tenants {
  /** The gateway's own: closed and verified with all others. */
  readonly main: MockTenant<WireFault>;
  readonly #place: TenantsPlace;
  readonly #there = new Map<string, MockTenant<WireFault>>();
  #minted = 0;

  constructor(place: TenantsPlace, main: Tenant, options: TenantOptions<WireFault>) {
    const { origin, basePath, directory } = place;
    this.#place = place;
    this.main = toMockTenant(main, {
      origin,
      basePath,
      close: async () => directory.all().forEach((each) => each.dispose()),
      verify: () => verifyTenants(directory.all(), basePath),
      fork: this.#forkerOf(main, options),
    });
    this.#there.set(main.id, this.main);
  }

  /** Those that are there, the gateway's own first. */
  all(): readonly MockTenant<WireFault>[] {
    return [...this.#there.values()];
  }

  /** Adds one that has what it wishes, and for the rest what is usual. Throws GW11xx. */
  add({ from, ...wish }: NewTenantOptions<WireFault>, usual: TenantOptions): MockTenant<WireFault> {
    const { origin, basePath, directory, shelf, rules: below, hasSocket, onError } = this.#place;
    const own = { ...usual, ...present(wish) };
    const beginning = from && beginningOf(from, wish);
    const made = createTenant(
      { ...own, id: wish.id ?? this.#freeId() },
      {
        shelf,
        rules: new RuleBook({
          rules: wish.rules,
          beginning: beginning?.rules,
          below,
          hasSocket,
        }),
        clock: toTenantClock(own.clock, beginning && resumed(beginning.time)),
        onError,
        beginning,
      },
    );
    directory.add(made);
    const added = toMockTenant(made, {
      origin,
      basePath,
      close: async () => this.#close(made, added),
      verify: () => verifyTenants([made], basePath),
      fork: this.#forkerOf(made, own),
    });
    this.#there.set(made.id, added);
    return added;
  }

  /** What makes tenants that begin as `parent` is by then. */
  #forkerOf(parent: Tenant, options: TenantOptions<WireFault>) {
    return async (changes: ForkOptions) =>
      this.add(
        { ...changes, from: changes.from ?? (await parent.snapshot()) },
        inheritedOptions('fork', options, changes),
      );
  }

  /** Another tenant may have the id by now. */
  #close(tenant: Tenant, added: MockTenant<WireFault>): void {
    this.#place.directory.remove(tenant);
    if (this.#there.get(tenant.id) === added) this.#there.delete(tenant.id);
    tenant.dispose();
  }

  #freeId(): string {
    let id: string;
    do id = `t${++this.#minted}`;
    while (this.#there.has(id));
    return id;
  }
}
