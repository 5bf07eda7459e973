import { nextTick } from 'node:process';
import { setImmediate } from 'node:timers';

// Imported from its module and kept, because fake timers replace the global one, and some later the
// module's too; answers do not follow the test's clock.
const onceAllIsRead = setImmediate;

let end: Promise<void> | undefined;
/** The functions to be called at the end. */
let waiting: (() => void)[] = [];
let ends = 0;
/** Whether what follows from the end of a turn is just being done. */
let isEnd = false;

/**
 * Waits until everything that has arrived in this turn of the event loop was read, and handled as
 * far as possible. Handling all requests and then sending all answers keeps the code of each stage
 * in the CPU caches, where alternating between the two loads it from memory again and again. In
 * return the first answer of a turn waits for the handling of the other requests. Callers in the
 * same turn share one promise and resume in the order of their calls, each in its own async
 * context.
 */
export function endOfTurn(): Promise<void> {
  return (end ??= new Promise((resolve) => {
    onceAllIsRead(() => {
      end = undefined;
      ends++;
      isEnd = true;
      resolve();
      const resumes = waiting;
      waiting = [];
      for (const resume of resumes) resume();
      // A tick that a promise asks for comes after all that the promises bring.
      void Promise.resolve().then(() => nextTick(() => (isEnd = false)));
    });
  }));
}

/**
 * Calls `resume` at the end of the turn, or as soon as its caller is done if that has come: a source that
 * is asked for one item after another would have a turn for each of them, although all may be there.
 * `resume` goes on in the async context of its caller by itself, and may not throw.
 */
export function atEndOfTurn(resume: () => void): void {
  if (isEnd) return soon(resume);
  void endOfTurn();
  waiting.push(resume);
}

/** Calls `resume` once its caller is done, which may be in the midst of reading. */
export function soon(resume: () => void): void {
  void Promise.resolve().then(resume);
}

/** How many ends of turns there were, to tell whether something was done since the last one. */
export function endsOfTurns(): number {
  return ends;
}
