import type { MutationResult } from './try-mutants.ts';

/**
 * Returns the percentage of mutants that tests detect, with one decimal; 100 without
 * mutants.
 */
export function scoreOf({ killed, survivors }: MutationResult): number {
  const all = killed + survivors.length;
  return all === 0 ? 100 : Math.floor((killed / all) * 1000) / 10;
}

/** Formats the figures of one file, then each survivor with its line and its change. */
export function describeResult(result: MutationResult): string {
  const { file, killed, timedOut, refused, survivors } = result;
  const late = timedOut.length === 0 ? '' : ` (by the time limit in line ${timedOut.join(', ')})`;
  const figures = [
    `${killed} killed${late}`,
    `${survivors.length} survived`,
    `${refused} refused by the compiler`,
  ];
  return [
    `${scoreOf(result).toFixed(1).padStart(5)} %  ${file}: ${figures.join(', ')}`,
    ...survivors.map(
      ({ line, mutator, was, becomes }) =>
        `  ${file}:${line}  ${mutator}\n  - ${was}\n  + ${becomes}`,
    ),
  ].join('\n');
}
