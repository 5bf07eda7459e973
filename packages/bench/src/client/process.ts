/** The client in a process of its own: takes jobs over the channel, one at a time. */
import { takeJobs } from '../take-jobs.ts';
import type { LoadJob } from './load-job.ts';
import { run } from './run.ts';
import { sendOverSockets } from './socket-client.ts';

takeJobs((job: LoadJob) => run(job, sendOverSockets));
console.log('READY');
