import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends a message over a program's channel and resolves to its answer, which is the program's next
 * message. Rejects when the program ends before it has answered.
 */
export async function ask(child: ChildProcess, message: object): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const answer = once(child, 'message', { signal });
    const end = once(child, 'exit', { signal }).then(() => {
      throw new Error('a process of the bench ended unexpectedly');
    });
    child.send(message);
    // `once` says any[]; a message can be anything.
    const [first] = (await Promise.race([answer, end])) as unknown[];
    return first;
  } finally {
    answered.abort();
  }
}
