import type { ConfigDocument } from '../config/config-document.ts';
import { ConfigError, type ConfigProblem } from '../config/config-error.ts';

/** What the thread answers. */
export type ReadAnswer =
  | { readonly document: ConfigDocument }
  | { readonly problems: readonly ConfigProblem[] };

/** Source files are beside this one as they are; the bundle has the thread's file beside its own. */
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./read-config-thread.ts', import.meta.url)
  : new URL('./read-config-thread.js', import.meta.url);

/** Several times what the largest configuration takes. */
const MOST_MEMORY_MB = 512;

/**
 * Reads a configuration file in a thread of its own: a large one takes seconds, during which the
 * requests of a running gateway would wait. Rejects with `ConfigError`, also when the thread fails.
 */
export async function readConfigApart(file: string): Promise<ConfigDocument> {
  // Loaded here, because a start does not need it.
  const { Worker } = await import('node:worker_threads');
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    const fail = (problems: readonly ConfigProblem[]) => reject(new ConfigError(file, problems));
    thread.once('message', (answer: ReadAnswer) => {
      if ('document' in answer) resolve(answer.document);
      else fail(answer.problems);
    });
    thread.once('error', (error) => fail([{ message: `cannot be read: ${String(error)}` }]));
    // After an answer, this changes nothing.
    thread.once('exit', () => fail([{ message: 'cannot be read: the thread has ended' }]));
  });
}
