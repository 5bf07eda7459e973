/** One small change of a source file that its tests should detect. */
export interface Mutant {
  /** The kind of change, such as `comparison`. */
  readonly mutator: string;
  /** The replaced characters of the source, from `start` up to but excluding `end`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the source with the change. */
export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

export interface MutantDiff {
  /** Counted from 1. */
  readonly line: number;
  /** The whole lines that change, without indentation, joined with a blank. */
  readonly was: string;
  readonly becomes: string;
}

/** Formats the change for people. */
export function diffOf(source: string, mutant: Mutant): MutantDiff {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const next = source.indexOf('\n', Math.max(mutant.start, mutant.end - 1));
  const to = next === -1 ? source.length : next;
  return {
    line: source.slice(0, mutant.start).split('\n').length,
    was: oneLine(source.slice(from, to)),
    becomes: oneLine(source.slice(from, mutant.start) + mutant.text + source.slice(mutant.end, to)),
  };
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
