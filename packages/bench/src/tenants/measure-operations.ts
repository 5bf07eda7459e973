import type { MockGateway } from '@model-gateway/mock';
import { median } from '../statistics.ts';
import { OPERATIONS, type TenantOperation } from './tenants-job.ts';
import { useLikeATest } from './use-like-a-test.ts';

/** How often each operation is done in a round. */
const REPEATS = 50;

/** Returns how long each operation takes, milliseconds, a median a round. */
export async function measureOperations(gateway: MockGateway, rounds: number) {
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
