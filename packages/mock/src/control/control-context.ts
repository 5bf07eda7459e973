import { GatewayError, type GatewayRequest } from '@model-gateway/core';
import { didYouMean, oncePerObject } from '@model-gateway/core/kit';
import type { FixtureMiss } from '@model-gateway/fixtures';
import type { WireFault } from '../rules/wire-fault.ts';
import type { NearbyGateway } from '../http/nearest-operation.ts';
import type { ChangeLog } from '../journal/change-log.ts';
import type { RequestJournal } from '../journal/journal.ts';
import type { NewTenantOptions } from '../tenant/new-tenant-options.ts';
import type { MockTenant } from '../tenant/mock-tenant.ts';
import type { TenantSnapshot } from '../tenant/tenant-runtime.ts';
import { Numbered } from './numbered.ts';
import type { StreamOrders } from './stream-orders.ts';

/** The gateway as the control interface knows it. */
export interface ControlledGateway extends NearbyGateway {
  /** The existing ones, the gateway's own first. */
  readonly tenants: () => readonly MockTenant<WireFault>[];
  readonly tenant: (options: NewTenantOptions<WireFault>) => MockTenant<WireFault>;
  /** The requests of a tenant, everything as received; undefined for an unknown tenant. */
  readonly journal: (tenant: string) => RequestJournal | undefined;
  readonly changes: ChangeLog;
  /** Why no fixture would answer a request now; undefined without fixtures, and when one would. */
  readonly explainMiss: (request: GatewayRequest) => Promise<FixtureMiss | undefined>;
}

/** The handles of tests out of process on a tenant: numbers here, objects in process. */
interface Held {
  readonly snapshots: Numbered<TenantSnapshot>;
  readonly streams: Numbered<StreamOrders>;
}

const MOST_HELD = 1000;

/** The state that routes work with. */
export class ControlContext {
  readonly gateway: ControlledGateway;
  /** The snapshots and streams of a tenant, which go with it. */
  readonly held = oncePerObject<MockTenant<WireFault>, Held>(() => ({
    snapshots: new Numbered('snapshot', MOST_HELD),
    streams: new Numbered('stream', MOST_HELD),
  }));

  constructor(gateway: ControlledGateway) {
    this.gateway = gateway;
  }

  /** Throws a 404 for an unknown tenant. */
  tenant(id: string): MockTenant<WireFault> {
    const tenants = this.gateway.tenants();
    const found = tenants.find((tenant) => tenant.id === id);
    if (found !== undefined) return found;
    const hint = didYouMean(
      id,
      tenants.map((tenant) => tenant.id),
    );
    const message = `Resource not found: there is no tenant "${id}"${hint}`;
    throw new GatewayError('notFound', { message });
  }

  /** The requests of a tenant. Throws a 404 for an unknown tenant. */
  journal(id: string): RequestJournal {
    const journal = this.gateway.journal(this.tenant(id).id);
    if (journal === undefined) throw new Error(`the tenant "${id}" has no journal`);
    return journal;
  }
}
