export interface TestSelection {
  readonly files: readonly string[];
  /** Arguments for node itself, such as `--test-name-pattern=price`. */
  readonly flags: readonly string[];
}

/**
 * Splits the arguments of `pnpm test` into flags for node and parts of paths, and keeps the files
 * whose path contains one of those parts (all files when there are none). Throws an error for the
 * terminal when no file matches: `node --test` without files runs no tests and passes.
 */
export function selectTests(files: readonly string[], args: readonly string[]): TestSelection {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const parts = args.filter((arg) => !arg.startsWith('-'));
  if (files.length === 0) {
    throw new Error('No test file found: expected packages/*/test/**/*.test.ts.');
  }

  const selected = files
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .toSorted();
  if (selected.length === 0) {
    const wanted = parts.map((part) => `"${part}"`).join(' or ');
    throw new Error(
      `None of the ${files.length} test files has ${wanted} in its path. ` +
        'Write the value of a node flag with an equals sign: --test-name-pattern=price.',
    );
  }
  return { files: selected, flags };
}
