/**
 * Client and upstream of conversations in one process, on either side of the server that is measured:
 * the upstream writes on when the client has received. Takes jobs over the channel, one at a time.
 */
import type { AddressInfo } from 'node:net';
import { takeJobs } from '../take-jobs.ts';
import { ChatUpstream } from './chat-upstream.ts';
import type { LoadJob } from './load-job.ts';
import { run } from './run.ts';
import { sendOverSockets } from './socket-client.ts';
import { wireStreams } from './wire-streams.ts';

const upstream = new ChatUpstream(await wireStreams());
const send = (job: LoadJob) => sendOverSockets(job, (number) => upstream.received(number));

takeJobs((job: LoadJob) => run(job, send));
upstream.server.listen(0, '127.0.0.1', () => {
  // A server that listens on TCP has an address of this form.
  console.log(`READY ${(upstream.server.address() as AddressInfo).port}`);
});
