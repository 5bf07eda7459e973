/**
 * Tenants of a mock without a port, in a process of its own so that their memory can be weighed.
 * Takes one job over the channel. Needs --expose-gc.
 */
import type { GatewayRequest } from '@model-gateway/core/http';
import { createMockGateway, type MockGateway, type MockTenant } from '@model-gateway/mock';
import { median } from '../statistics.ts';
import {
  OPERATIONS,
  type TenantOperation,
  type TenantsAnswer,
  type TenantsJob,
  type TenantsResult,
} from './tenants-job.ts';

/** How often each operation is done in a round. */
const REPEATS = 50;

process.on('message', (job: TenantsJob) => void run(job).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
console.log('READY');

async function run(job: TenantsJob): Promise<TenantsAnswer> {
  try {
    return { result: await measure(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function measure({ tenants, rounds }: TenantsJob): Promise<TenantsResult> {
  const gateway = createMockGateway();
  // Memory that the first tenant leaves behind, code above all, does not count as memory of
  // tenants.
  for (let i = 0; i < 20; i++) await useLikeATest(gateway, gateway.tenant());
  const empty = residentBytes();
  const kept: MockTenant[] = [];
  for (let i = 0; i < tenants; i++) {
    const tenant = gateway.tenant();
    await useLikeATest(gateway, tenant);
    kept.push(tenant);
  }
  const bytes = residentBytes() - empty;
  for (const tenant of kept) await tenant.close();
  return { milliseconds: await measureOperations(gateway, rounds), residentBytes: bytes };
}

/** A rule, a page of models, one of destinations, and a change to one of them. */
async function useLikeATest(gateway: MockGateway, tenant: MockTenant): Promise<void> {
  tenant.on('createImage').fail(529);
  await ask(gateway, tenant.apiKey, 'GET', '/v1/models', '?limit=5');
  await ask(gateway, tenant.managementKey, 'GET', '/v1/observability/destinations', '');
  const { destinations } = await tenant.ready();
  const path = `/v1/observability/destinations/${destinations[0]?.destination.id}`;
  await ask(gateway, tenant.managementKey, 'PATCH', path, '', { name: tenant.id });
}

async function ask(
  { handle }: MockGateway,
  key: string,
  method: string,
  path: string,
  search: string,
  body?: object,
): Promise<void> {
  const request: GatewayRequest = {
    method,
    path,
    search,
    mount: '',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? { kind: 'none' } : { kind: 'parsed', value: body },
  };
  const response = await handle(request);
  if (response?.status !== 200) throw new Error(`${method} ${path}: ${response?.status}`);
}

async function measureOperations(gateway: MockGateway, rounds: number) {
  const tenant = gateway.tenant({ clock: 'frozen' });
  await useLikeATest(gateway, tenant);
  const snapshot = await tenant.snapshot();
  const work: Readonly<Record<TenantOperation, () => Promise<unknown>>> = {
    snapshot: () => tenant.snapshot(),
    async restore() {
      // Otherwise there would be no time to bring back.
      await tenant.clock.advance('1s');
      await tenant.restore(snapshot);
    },
    async fork() {
      const fork = await tenant.fork();
      await fork.ready();
      await fork.close();
    },
    reset: () => tenant.reset(),
    clear: () => tenant.clear(),
  };
  const milliseconds: Record<TenantOperation, number[]> = {
    snapshot: [],
    restore: [],
    fork: [],
    reset: [],
    clear: [],
  };
  for (let round = 0; round <= rounds; round++) {
    for (const operation of OPERATIONS) {
      await tenant.restore(snapshot);
      const taken = await medianOf(work[operation]);
      // The first round is for the compiler.
      if (round > 0) milliseconds[operation].push(taken);
    }
  }
  return milliseconds;
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return median(times);
}

function residentBytes(): number {
  // Twice: what the first finds dead may hold on to memory until the second.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
