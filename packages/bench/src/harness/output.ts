import type { ChildProcess } from 'node:child_process';

const KEPT_CHARACTERS = 2000;

/**
 * Waits until the program prints something that matches, and resolves to the first group. Rejects
 * with the end of its output when it stops before that.
 */
export function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-KEPT_CHARACTERS);
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) settle(() => resolve(found));
    };
    const onExit = () => settle(() => reject(new Error(`it stopped at once: ${text.trim()}`)));
    const onError = (error: Error) => settle(() => reject(error));
    const settle = (act: () => void) => {
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', onData).resume();
      child.off('exit', onExit).off('error', onError);
      act();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onData);
    child.on('exit', onExit).on('error', onError);
  });
}
