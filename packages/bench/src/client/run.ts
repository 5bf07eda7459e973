import { quantile } from '../statistics.ts';
import type { LoadAnswer, LoadJob } from './load-job.ts';
import { stayAwake } from './stay-awake.ts';

/** Runs a job and sums it up. */
export async function run(
  job: LoadJob,
  send: (job: LoadJob) => Promise<Float64Array>,
): Promise<LoadAnswer> {
  using _ = job.perSecond === undefined ? stayAwake() : undefined;
  try {
    const latencies = await send(job);
    return {
      result: {
        p50Milliseconds: quantile(latencies, 0.5),
        p99Milliseconds: quantile(latencies, 0.99),
      },
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
