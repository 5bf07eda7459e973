// System: starts a test run for each way in which a test can go wrong.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { entryOf, TEST_ARGS } from '../../src/tests/test-process.ts';

/* Files share a process, and the one in the middle goes wrong: the run must fail and say so. */

const IMPORTS = `
  import assert from 'node:assert/strict';
  import { createServer } from 'node:net';
  import { after, describe, it } from 'node:test';
`;
const turn = 'await new Promise((done) => setTimeout(done, 20));';

const WRONG: Readonly<Record<string, readonly [source: string, says: RegExp]>> = {
  'fails a test': [`it('is wrong', () => assert.equal(1, 2));`, /is wrong/],
  'fails a test and sets the exit code': [
    `it('is wrong', () => assert.equal(1, 2)); after(() => { process.exitCode = 0; });`,
    /is wrong/,
  ],
  'ends the process in a test': [`it('ends', () => process.exit(0));`, /ended before its tests/],
  'ends the process behind a test': [
    `it('ends', () => void setTimeout(() => process.exit(0), 1));`,
    /ended before its tests/,
  ],
  'ends the process in the clean-up of its file': [
    `after(() => process.exit(0));`,
    /ended before its tests/,
  ],
  'ends the process when its tests are over': [
    `it('is over', () => void setTimeout(() => process.exit(0), 80));`,
    /ended before its tests/,
  ],
  'ends the process as it is loaded': [`process.exit(0);`, /ended before its tests/],
  'is killed': [`it('dies', () => process.kill(process.pid, 'SIGKILL'));`, /entry\.mjs/],
  'cannot be parsed': [`it('is cut`, /SyntaxError/],
  'imports what is missing': [`import './missing.mjs';`, /ERR_MODULE_NOT_FOUND/],
  'throws as it is loaded': [`throw new Error('at load');`, /at load/],
  'waits for ever as it is loaded': [`await new Promise(() => {});`, /await/],
  'waits for ever in a test': [`it('waits', () => new Promise(() => {}));`, /waits/],
  'throws behind a test': [
    `it('is over', () => void setTimeout(() => { throw new Error('late'); }, 1));`,
    /late/,
  ],
  'rejects behind a test': [
    `it('is over', () => void setTimeout(() => Promise.reject(new Error('late')), 1));`,
    /late/,
  ],
  'rejects in a test': [`it('goes on', () => void Promise.reject(new Error('lost')));`, /lost/],
  'fails a test that nobody waits for': [
    `it('is over', (t) => void t.test('is left', async () => { ${turn} assert.equal(1, 2); }));`,
    /is left/,
  ],
  'throws among the titles': [`describe('titles', () => { throw new Error('title'); });`, /title/],
  'throws in the clean-up of a group': [
    `describe('group', () => { after(() => { throw new Error('mess'); }); it('is', () => {}); });`,
    /mess/,
  ],
  'throws in the clean-up of its file': [`after(() => { throw new Error('mess'); });`, /mess/],
  'registers no test': ['', /middle\.mjs registers no test/],
  'has a group without a test': [
    `describe('table', () => { after(() => {}); for (const row of []) it(row, () => {}); });`,
    /middle\.mjs registers no test/,
  ],
  'leaves a server open': [
    `it('opens', () => void createServer().listen(0, '127.0.0.1'));`,
    /this process has open: TCPServerWrap/i,
  ],
};

describe('a run of files in one process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-runs-'));
  after(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const good = ['before', 'behind'].map((title) =>
    write(`${title}.mjs`, `${IMPORTS} it('comes ${title}', async () => { ${turn} });`),
  );

  /** Runs a file between two good ones, apart from the run that this test is part of. */
  async function run(source: string): Promise<{ isGreen: boolean; said: string }> {
    const [first = '', last = ''] = good;
    const entry = write('entry.mjs', entryOf([first, write('middle.mjs', IMPORTS + source), last]));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [...TEST_ARGS, '--test-timeout=2000', entry],
        { env: { ...env, MODEL_GATEWAY_TEST_GRACE_MS: '100' } },
        (error, stdout, stderr) => resolve({ isGreen: error === null, said: stdout + stderr }),
      );
    });
  }

  it('is green where all is well', async () => {
    const { isGreen, said } = await run(`it('is well', () => {});`);
    assert.ok(isGreen, said);
    for (const title of ['comes before', 'is well', 'comes behind'])
      assert.ok(said.includes(title));
  });

  it('is green where a group is skipped, whose tests node:test never makes', async () => {
    const source = `describe('pages', { skip: 'no browser' }, () => { it('is red', () => { throw 1; }); });`;
    const { isGreen, said } = await run(source);
    assert.ok(isGreen, said);
    assert.match(said, /no browser/);
  });

  for (const [what, [source, says]] of Object.entries(WRONG)) {
    it(`is red where one ${what}`, async () => {
      const { isGreen, said } = await run(source);
      assert.ok(!isGreen, said);
      assert.match(said, says);
    });
  }
});
