/**
 * Returns arguments without the first bare `--`: `pnpm start -- --port 0` hands it on to the script,
 * npm does not.
 */
export function withoutDashes(args: readonly string[]): readonly string[] {
  const index = args.indexOf('--');
  return index === -1 ? args : args.toSpliced(index, 1);
}
