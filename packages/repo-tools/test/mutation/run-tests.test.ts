// System: starts a process for every run of tests.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runTests, type TestVerdict } from '../../src/mutation/run-tests.ts';

const TEST = `
  import assert from 'node:assert/strict';
  import { it } from 'node:test';
  import { double } from './double.mts';
  it('doubles', () => assert.equal(double(2), 4));
`;
const RIGHT = 'export const double = (n: number): number => n * 2;';

// The child takes the types off by itself, which Node 20 cannot.
const skip = process.features.typescript ? false : 'this Node cannot run TypeScript';

describe('tests against another source', { skip }, () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-mutation-'));
    writeFileSync(path.join(folder, 'double.test.mjs'), TEST);
    writeFileSync(path.join(folder, 'double.mts'), 'export const double = 0;');
  });
  after(() => rmSync(folder, { recursive: true }));

  const verdict = (source: string, limitMs = 60_000): Promise<TestVerdict> =>
    runTests({
      tests: [`${folder}/double.test.mjs`],
      file: `${folder}/double.mts`,
      source,
      limitMs,
    });

  it('pass, and say how many there were', async () => {
    const { kind, ...rest } = await verdict(RIGHT);
    assert.equal(kind, 'passed', JSON.stringify(rest));
    assert.ok('tests' in rest && rest.tests === 1);
  });

  it('fail with the name of the test', async () => {
    const wrong = RIGHT.replace('*', '/');
    assert.deepEqual(await verdict(wrong), { kind: 'failed', why: 'doubles' });
  });

  it('fail for a program that they start', async () => {
    const program = `
      import assert from 'node:assert/strict';
      import { execFileSync } from 'node:child_process';
      import { it } from 'node:test';
      const url = JSON.stringify(new URL('double.mts', import.meta.url));
      const code = \`import(\${url}).then(({ double }) => console.log(double(2)))\`;
      it('prints', () => assert.equal(String(execFileSync(process.execPath, ['-e', code])), '4\\n'));
    `;
    writeFileSync(path.join(folder, 'program.test.mjs'), program);
    const run = (source: string) =>
      runTests({
        tests: [`${folder}/program.test.mjs`],
        file: `${folder}/double.mts`,
        source,
        limitMs: 60_000,
      });
    assert.equal((await run(RIGHT)).kind, 'passed');
    assert.deepEqual(await run(RIGHT.replace('*', '/')), { kind: 'failed', why: 'prints' });
  });

  it('fail when the source cannot be loaded', async () => {
    assert.equal((await verdict('export const half = 1;')).kind, 'failed');
  });

  it('are stopped in a loop without end', async () => {
    assert.deepEqual(await verdict(`${RIGHT} for (;;);`, 2_000), { kind: 'timed out' });
  });
});
