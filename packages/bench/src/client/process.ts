/** The client in a process of its own: takes jobs over the channel, one at a time. */
import { quantile } from '../statistics.ts';
import type { LoadAnswer, LoadJob } from './load-job.ts';
import { sendAtRate } from './open-loop.ts';
import { sendOverSockets } from './socket-client.ts';
import { stayAwake } from './stay-awake.ts';

process.on('message', (job: LoadJob) => void run(job).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
console.log('READY');

async function run(job: LoadJob): Promise<LoadAnswer> {
  using _ = job.perSecond === undefined ? stayAwake() : undefined;
  try {
    const { perSecond } = job;
    const latencies = await (perSecond === undefined
      ? sendOverSockets(job)
      : sendAtRate(job, perSecond));
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
