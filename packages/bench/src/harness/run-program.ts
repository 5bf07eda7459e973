import type { ChildProcess } from 'node:child_process';
import { ask } from './ask.ts';
import type { Children } from './children.ts';
import { startProgram } from './start-program.ts';
import type { Answer } from '../take-jobs.ts';

/** Has a program that takes jobs do one, and resolves to its result. Rejects with its error. */
export async function resultOf<Result>(child: ChildProcess, job: object): Promise<Result> {
  // `takeJobs` answers every job with this.
  const answer = (await ask(child, job)) as Answer<Result>;
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

/** Starts a program, a file below src, on the core of the servers for one job. */
export async function runProgram<Result>(
  children: Children,
  program: string,
  job: object,
  flags: readonly string[] = [],
): Promise<Result> {
  const { child } = await startProgram(children, { program, side: 'server', flags });
  try {
    return await resultOf(child, job);
  } finally {
    await children.stop(child);
  }
}
