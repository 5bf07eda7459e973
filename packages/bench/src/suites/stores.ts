import path from 'node:path';
import { runProgram } from '../harness/run-program.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { POSTGRES_URL } from '../stores/postgres-url.ts';
import type { StoresJob, StoresResult } from '../stores/stores-job.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, unmeasured, type Row } from '../verdict.ts';

/** The time of writes beside bare SQL, and until other processes see a new catalog. */
export const storesSuite: Suite = {
  name: 'stores in a database',
  ids: ['T19'],
  async run(bench) {
    const rows: Row[] = [];
    for (const synchronous of ['FULL', 'NORMAL'] as const) {
      const file = path.join(bench.fixtures.directory, `stores-${synchronous}.db`);
      const result = await measure(bench, `sqlite:${file}`, synchronous);
      const target = synchronous === 'FULL' ? TARGETS.fullReserve : TARGETS.normalReserve;
      const patchTarget = synchronous === 'FULL' ? TARGETS.fullPatch : TARGETS.normalPatch;
      rows.push(judge(patchTarget, result.patch, 0), judge(target, result.reserveAndSettle, 0));
    }
    if (POSTGRES_URL === undefined) {
      rows.push(
        unmeasured(TARGETS.postgresPatch, 'skipped', 'MODEL_GATEWAY_POSTGRES_URL is not set'),
      );
    } else {
      const result = await measure(bench, POSTGRES_URL, 'FULL');
      rows.push(
        judge(TARGETS.postgresPatch, result.patch, 0),
        judge(TARGETS.postgresReserve, result.reserveAndSettle, 0),
        judge(TARGETS.seenByListen, [Math.max(...result.seenByListen)], 0),
        judge(TARGETS.seenByPolling, [Math.max(...result.seenByPolling)], 0),
        inform(
          { id: 'T19', workload: 'the same by polling, median', unit: 'milliseconds' },
          result.seenByPolling,
        ),
      );
    }
    // Bare and ours take turns in one process: what disturbs one disturbs the other.
    return { noise: 0, measured: {}, rows };
  },
};

function measure(
  bench: Bench,
  location: string,
  synchronous: StoresJob['synchronous'],
): Promise<StoresResult> {
  bench.progress(`stores in ${location.replace(/:.*/s, '')}, ${synchronous}`);
  const job: StoresJob = { location, synchronous, rounds: bench.options.rounds };
  return runProgram(bench.children, 'stores/process.ts', job);
}
