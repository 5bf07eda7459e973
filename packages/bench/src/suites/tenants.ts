import { fileURLToPath } from 'node:url';
import { ask } from '../harness/ask.ts';
import { printed } from '../harness/output.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { median } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { OPERATIONS, type TenantsAnswer, type TenantsResult } from '../tenants/tenants-job.ts';
import { inform, judge } from '../verdict.ts';

const TENANTS = 1000;

/** The cost of a tenant of its own for a test. */
export const tenantsSuite: Suite = {
  name: 'tenants of the mock',
  ids: ['T17'],
  async run(bench) {
    const { milliseconds, residentBytes } = await measure(bench);
    const slowest = milliseconds.snapshot.map((_, round) =>
      Math.max(...OPERATIONS.map((operation) => milliseconds[operation][round] ?? Number.NaN)),
    );
    return {
      // There is nothing to compare with: both limits are far away.
      noise: 0,
      measured: Object.fromEntries(
        OPERATIONS.map((name) => [`milliseconds of ${name}`, median(milliseconds[name])]),
      ),
      rows: [
        judge(TARGETS.tenantState, slowest, 0),
        ...OPERATIONS.map((workload) =>
          inform({ id: 'T17', workload, unit: 'milliseconds' }, milliseconds[workload]),
        ),
        judge(TARGETS.tenantMemory, [residentBytes], 0),
      ],
    };
  },
};

async function measure(bench: Bench): Promise<TenantsResult> {
  bench.progress(`${TENANTS} tenants`);
  const file = fileURLToPath(new URL('../tenants/process.ts', import.meta.url));
  const child = bench.children.start([process.execPath, '--expose-gc', file], {
    side: 'server',
    hasChannel: true,
  });
  try {
    await printed(child, /(READY)/);
    const job = { tenants: TENANTS, rounds: bench.options.rounds };
    // tenants/process.ts answers its job with this.
    const answer = (await ask(child, job)) as TenantsAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  } finally {
    await bench.children.stop(child);
  }
}
