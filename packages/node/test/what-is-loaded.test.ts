import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

/* For `import 'node:http'` Node loads its HTTP client, a quarter of what a server takes to start. */

describe('loading the package', () => {
  it("does not load Node's own HTTP client", () => {
    assert.equal(isClientLoadedAfter("await import('@model-gateway/node')"), 'false');
  });
});

/** Runs a program that imports from the sources, in a process of its own. */
function isClientLoadedAfter(program: string): string {
  const options = ['--import', 'tsx', '--conditions=@model-gateway/source', '--input-type=module'];
  const print = "console.log(process.moduleLoadList.some((name) => name.includes('undici')))";
  return execFileSync(process.execPath, [...options, '--eval', `${program}; ${print}`], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}
