/** The environment variable that is 1 for the long version of the tests that read it. */
export const LONG_TESTS = 'MODEL_GATEWAY_LONG_TESTS';

const LONG_ONLY = /^\/\/ Long: \S.*$/m;

/**
 * Tells whether `pnpm test` runs a file: not one with a line such as `// Long: starts the real
 * runners.`, unless it is named.
 */
export function belongsToShort(text: string): boolean {
  return !LONG_ONLY.test(text);
}

/** Tells whether `pnpm test:long` runs a file: one with a long version, or with such a line. */
export function belongsToLong(text: string): boolean {
  return text.includes(LONG_TESTS) || LONG_ONLY.test(text);
}
