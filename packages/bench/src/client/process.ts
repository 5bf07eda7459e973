/** The client in a process of its own: takes jobs over the channel, one at a time. */
import type { LoadJob } from './load-job.ts';
import { sendAtRate } from './open-loop.ts';
import { run } from './run.ts';
import { sendOverSockets } from './socket-client.ts';

process.on(
  'message',
  (job: LoadJob) => void run(job, send).then((answer) => process.send?.(answer)),
);
process.on('disconnect', () => process.exit());
console.log('READY');

function send(job: LoadJob): Promise<Float64Array> {
  const { perSecond } = job;
  return perSecond === undefined ? sendOverSockets(job) : sendAtRate(job, perSecond);
}
