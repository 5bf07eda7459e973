import type { LoadJob, LoadResult } from '../client/load-job.ts';
import type { Children } from './children.ts';
import { resultOf } from './run-program.ts';
import { startProgram } from './start-program.ts';

/** Runs one job of requests; rejects when any of them is not answered as expected. */
export type Load = (job: LoadJob) => Promise<LoadResult>;

/** Starts the client process, on the other core than the servers. */
export async function startLoad(children: Children): Promise<Load> {
  const { child } = await startProgram(children, { program: 'client/process.ts', side: 'client' });
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
  const program = 'client/chat-process.ts';
  const { child, port } = await startProgram(children, { program, side: 'client' });
  return {
    load: (job) => resultOf(child, job),
    port,
    [Symbol.asyncDispose]: () => children.stop(child),
  };
}
