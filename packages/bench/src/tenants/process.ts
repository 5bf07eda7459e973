/**
 * Tenants of a mock without a port, in a process of its own so that their memory can be weighed.
 * Takes one job over the channel. Needs --expose-gc.
 */
import { createMockGateway, type MockTenant } from '@model-gateway/mock';
import { measureOperations } from './measure-operations.ts';
import type { TenantsAnswer, TenantsJob, TenantsResult } from './tenants-job.ts';
import { useLikeATest } from './use-like-a-test.ts';

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

function residentBytes(): number {
  // Twice: what the first finds dead may hold on to memory until the second.
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
