import { test } from 'node:test';

const IS_LONG = process.env['MODEL_GATEWAY_LONG_TESTS'] !== undefined;

/**
 * Returns a function that makes a `test` for the next of several hosts that a suite is bound to. In
 * long tests every case is tried in every host, otherwise in one of them, the next in turn.
 */
export function testsInTurn(hosts: number): () => (name: string, run: () => Promise<void>) => void {
  let bound = 0;
  return () => {
    const host = bound++;
    let cases = 0;
    return (name, run) => {
      if (IS_LONG || cases % hosts === host) void test(name, run);
      cases++;
    };
  };
}
