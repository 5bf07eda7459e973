// Long: runs each copied test in a process of its own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createReplay } from '@model-gateway/fixtures';
import { checkFixtureFiles, loadFixtures } from '@model-gateway/fixtures/node';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT } from './support/inspected.ts';

const run = promisify(execFile);
/** Inside of the package, where a copied test finds what it imports. */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const DRAW = { model: 'acme/paint-1', prompt: 'a panda\'s "red" fur', resolution: '512' } as const;

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(HERE, 'copied-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

/** Runs a test file as it is; rejects with its output when it fails. */
async function runTest(file: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const flags = ['--import', 'tsx', '--conditions=@model-gateway/source', '--test'];
  const { stdout } = await run(process.execPath, [...flags, file], { env });
  return stdout;
}

describe('a request that is copied from the inspector', { skip: noChromium }, () => {
  for (const [name, path_, body, rule] of [
    ['a list', '/models?limit=2&sort=newest', undefined, undefined],
    ['an invalid request', '/models?limit=9999', undefined, undefined],
    ['an image', '/images', DRAW, undefined],
    ['a stream', '/images', { ...DRAW, stream: true }, undefined],
    ['a fault', '/images', DRAW, 529],
    ['an unhandled request', '/images/generations', DRAW, undefined],
  ] as const) {
    it(`is a test that passes as it is: ${name}`, async (t) => {
      const { page, gateway, open, ask, clipboard } = await inspected(t, {
        models: [PAINT],
      });
      if (rule !== undefined) gateway.on('createImage').fail(rule);
      await ask(path_, body);
      await open('?request=main/1');
      await page.getByRole('button', { name: 'node:test' }).click();
      await page.getByText('Test copied').waitFor();
      const file = path.join(await folder(t), 'copied.test.ts');
      await writeFile(file, await clipboard());
      assert.match(await runTest(file), /# pass 1\n# fail 0|pass 1\n.*fail 0/s);
    });
  }

  it('is a test for Vitest, too', async (t) => {
    const { page, open, ask, clipboard } = await inspected(t);
    await ask('/models?limit=2');
    await open('?request=main/1');
    await page.getByRole('button', { name: 'Vitest' }).click();
    await page.getByText('Test copied').waitFor();
    const text = await clipboard();
    assert.match(text, /from 'vitest'/);
    assert.match(text, /expect\(response\.status\)\.toBe\(200\)/);
  });

  it('is a command for a shell', async (t) => {
    const { page, gateway, open, ask, clipboard } = await inspected(t, {
      models: [PAINT],
    });
    await ask('/images', DRAW);
    await open('?request=main/1');
    await page.getByRole('button', { name: 'curl' }).click();
    await page.getByText('curl copied').waitFor();
    await run('sh', ['-c', `${await clipboard()} --silent --fail`], { maxBuffer: 2 ** 26 });
    gateway.requests('createImage').expectCount(2).last().expectBody(DRAW);
  });

  it('is a fixture that check accepts and that replays', async (t) => {
    const { page, open, ask, clipboard } = await inspected(t, { models: [PAINT] });
    const answer: unknown = await (await ask('/images', DRAW)).json();
    await open('?request=main/1');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'fixture' }).click();
    const download = await downloading;
    await page.getByText(/Fixture copied: save it as .*\.gw\.yaml/).waitFor();
    const cwd = await folder(t);
    await mkdir(path.join(cwd, 'assets'));
    await writeFile(path.join(cwd, 'copied.gw.yaml'), await clipboard());
    await download.saveAs(path.join(cwd, 'assets', download.suggestedFilename()));
    const { findings } = await checkFixtureFiles('.', { cwd });
    assert.deepEqual(findings, []);
    const replay = createReplay(await loadFixtures('.', { cwd }));
    const response = await replay.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '/v1',
      headers: {},
      body: { kind: 'parsed', value: DRAW },
    });
    assert.ok(response?.body.kind === 'json');
    assert.deepEqual(response.body.value, answer);
    assert.match(await readFile(path.join(cwd, 'copied.gw.yaml'), 'utf8'), /panda/);
  });
});
