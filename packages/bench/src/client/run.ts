import { quantile } from '../statistics.ts';
import type { LoadJob, LoadResult } from './load-job.ts';
import { stayAwake } from './stay-awake.ts';

/** Runs a job and sums it up. */
export async function run(
  job: LoadJob,
  send: (job: LoadJob) => Promise<Float64Array>,
): Promise<LoadResult> {
  using _ = stayAwake();
  const latencies = await send(job);
  return { p50Milliseconds: quantile(latencies, 0.5), p99Milliseconds: quantile(latencies, 0.99) };
}
