import type { Step } from './program.ts';

/**
 * Returns whether a program matches anywhere in a text. Follows all possibilities at once, a
 * character at a time, so the time is at most the text's length times the program's.
 */
export function search(program: readonly Step[], text: string): boolean {
  /** For each step, the last place, from 1, at which it was reached. */
  const reachedAt = new Uint32Array(program.length);
  let waiting: number[] = [];
  let before: string | undefined;
  let place = 1;

  for (let index = 0; ; place++) {
    const code = text.codePointAt(index);
    const after = code === undefined ? undefined : String.fromCodePoint(code);
    // A match may start anywhere.
    waiting.push(0);
    const next: number[] = [];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (reachedAt[at] === place) continue;
      reachedAt[at] = place;
      const step = program[at];
      if (step === undefined || step.kind === 'found') return true;
      if (step.kind === 'fork') waiting.push(...step.to);
      else if (step.kind === 'place') {
        if (step.test(before, after)) waiting.push(at + 1);
      } else if (after !== undefined && step.test(after)) next.push(at + 1);
    }
    if (after === undefined) return false;
    waiting = next;
    before = after;
    index += after.length;
  }
}
