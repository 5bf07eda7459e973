import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';
import type { Children } from './children.ts';
import { printed } from './output.ts';
import type { Answer } from '../take-jobs.ts';

/** Has a program that takes jobs do one, and resolves to its result. Rejects with its error. */
export async function resultOf<Result>(child: ChildProcess, job: object): Promise<Result> {
  // `takeJobs` answers every job with this.
  const answer = (await ask(child, job)) as Answer<Result>;
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

/** Starts a program, on the core of the servers, for one job. */
export async function runProgram<Result>(
  children: Children,
  program: URL,
  job: object,
  flags: readonly string[] = [],
): Promise<Result> {
  const child = children.start([process.execPath, ...flags, fileURLToPath(program)], {
    side: 'server',
    hasChannel: true,
  });
  try {
    await printed(child, /(READY)/);
    return await resultOf(child, job);
  } finally {
    await children.stop(child);
  }
}
