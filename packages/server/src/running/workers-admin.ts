import type { Worker } from 'node:cluster';
import { mergeWorkerMetrics } from '../metrics/merge-worker-metrics.ts';
import type { AdminFacts } from '../health/admin-handler.ts';
import type { Status } from '../health/readiness.ts';
import { askWorker } from './worker-channel.ts';

/** The running workers, each with its number. */
export type Workers = ReadonlyMap<Worker, { readonly number: number }>;

/**
 * Health, metrics and breakers of all workers, for the primary's admin port. A server is ready while one of
 * its workers is: that one gets the requests.
 */
export function createWorkersFacts(workers: Workers, isStopping: () => boolean): AdminFacts {
  const ask = async (path: string) => {
    const pages = [...workers].map(async ([worker, { number }]) => ({
      worker: number,
      text: (await askWorker(worker, path)) ?? '',
    }));
    return (await Promise.all(pages)).toSorted((one, other) => one.worker - other.worker);
  };
  return {
    readiness: {
      async status() {
        if (isStopping()) return 'stopping';
        const pages = await ask('/readyz');
        const said = new Set(pages.map(({ text }) => STATUSES.find((one) => text.includes(one))));
        return (['ok', 'degraded'] as const).find((status) => said.has(status)) ?? 'starting';
      },
    },
    metrics: { text: async () => mergeWorkerMetrics(await ask('/metrics')) },
    breakers: async () =>
      (await ask('/breakers')).flatMap(({ worker, text }) =>
        rowsIn(text).map((row) => ({ worker, ...row })),
      ),
  };
}

/** The rows of a worker's page; none of a worker that did not answer. */
function rowsIn(text: string): readonly object[] {
  if (text === '') return [];
  // A worker is this program, and its admin handler made the page.
  return (JSON.parse(text) as { readonly data: readonly object[] }).data;
}

const STATUSES: readonly Status[] = ['ok', 'degraded', 'starting', 'stopping'];
