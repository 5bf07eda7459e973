/** The environment variable that is 1 for the long version of the tests that read it. */
export const LONG_TESTS = 'MODEL_GATEWAY_LONG_TESTS';

const IMPORTS_LENGTHS = /^import .*\/long-tests\.ts';$/m;
const SYSTEM_ONLY = /^\/\/ System(?:, with others|, long)?: \S.*$/m;

/**
 * Tells whether `pnpm test` runs a file: not one with a line such as `// System: starts
 * Chromium.`, unless it is named.
 */
export function belongsToTest(text: string): boolean {
  return !SYSTEM_ONLY.test(text);
}

/**
 * Tells whether `pnpm test:system` runs a file: one with such a line, or with a long version, which
 * reads the variable or imports a module for that.
 */
export function belongsToSystem(text: string): boolean {
  return SYSTEM_ONLY.test(text) || text.includes(LONG_TESTS) || IMPORTS_LENGTHS.test(text);
}
