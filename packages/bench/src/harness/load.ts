import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from '../client/load-job.ts';
import type { Children } from './children.ts';
import { printed } from './output.ts';
import { resultOf } from './run-program.ts';

/** Runs one job of requests; rejects when any of them is not answered as expected. */
export type Load = (job: LoadJob) => Promise<LoadResult>;

/** Starts the client process, on the other core than the servers. */
export async function startLoad(children: Children): Promise<Load> {
  const file = fileURLToPath(new URL('../client/process.ts', import.meta.url));
  const child = children.start([process.execPath, file], { side: 'client', hasChannel: true });
  await printed(child, /(READY)/);
  return (job) => resultOf(child, job);
}

/** A client that is an upstream, too. */
export interface ChatLoad extends AsyncDisposable {
  readonly load: Load;
  /** Of the upstream. */
  readonly port: number;
}

/** Starts client and upstream of conversations in one process. */
export async function startChatLoad(children: Children): Promise<ChatLoad> {
  const file = fileURLToPath(new URL('../client/chat-process.ts', import.meta.url));
  const child = children.start([process.execPath, file], { side: 'client', hasChannel: true });
  const port = Number(await printed(child, /^READY (\d+)$/m));
  return {
    load: (job) => resultOf(child, job),
    port,
    [Symbol.asyncDispose]: () => children.stop(child),
  };
}
