// System, with others: runs what was copied: two test runners, a shell and a replay.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createReplay } from '@model-gateway/fixtures';
import { checkFixtureFiles, loadFixtures } from '@model-gateway/fixtures/node';
import { model } from '@model-gateway/mock';
import { aRequest } from '../../core/test/builders.ts';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT, type Inspected } from './support/inspected.ts';

const run = promisify(execFile);
/** Inside of the package, where a copied test finds what it imports. */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SOURCE = '--conditions=@model-gateway/source';
const DRAW = { model: 'acme/paint-1', prompt: 'a panda\'s "red" fur', resolution: '512' } as const;

const TALK = { model: 'gpt-5', messages: [{ role: 'user', content: "what's the weather" }] };

/** The requests that are copied, in the order in which they are sent. */
const REQUESTS = [
  { name: 'list', path: '/models?limit=2&sort=newest', body: undefined, status: 200 },
  { name: 'invalid', path: '/models?limit=9999', body: undefined, status: 400 },
  { name: 'image', path: '/images', body: DRAW, status: 200 },
  { name: 'stream', path: '/images', body: { ...DRAW, stream: true }, status: 200 },
  { name: 'fault', path: '/images', body: { ...DRAW, seed: 7 }, status: 529 },
  { name: 'talk', path: '/chat/completions', body: { ...TALK, stream: true }, status: 200 },
  { name: 'unhandled', path: '/images/generations', body: DRAW, status: 404 },
] as const;

const NAMES = REQUESTS.map(({ name }) => name);

describe('a request that is copied from the inspector', { skip: noChromium }, () => {
  const closers: (() => unknown)[] = [];
  let folder: string;
  let inspector: Inspected;
  let image: unknown;

  before(async () => {
    // Within the package, where tests find the packages they import; with a dot, so that no compiler or
    // linter that runs meanwhile takes the files for sources.
    folder = await mkdtemp(path.join(HERE, '.copied-'));
    closers.push(() => rm(folder, { recursive: true }));
    const suite = { after: (close: () => unknown) => void closers.push(close) };
    inspector = await inspected(suite, {
      models: [PAINT, model({ id: 'acme/quill-1' })],
      anyModel: true,
    });
    const { gateway, ask } = inspector;
    gateway.chat('weather').say('Rain.', { finish: 'length' });
    gateway
      .on('createImage')
      .where({ body: { seed: 7 } })
      .failAlways(529);
    for (const { name, path: where, body } of REQUESTS) {
      const answer = await ask(where, body);
      if (name === 'image') image = await answer.json();
    }
  });
  after(async () => {
    for (const close of closers) await close();
  });

  /** Opens a request, copies it, and resolves to what is on the clipboard then. */
  async function copied(name: (typeof NAMES)[number], button: string, done: string) {
    const { page, open, clipboard } = inspector;
    await open(`?request=main/${NAMES.indexOf(name) + 1}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(done).waitFor();
    return clipboard();
  }

  /** Writes each request as a test file, and runs them all; resolves to what the runner said. */
  async function runTests(button: string, ending: string, ...args: readonly string[]) {
    const cwd = await mkdtemp(path.join(folder, 'tests-'));
    for (const name of NAMES) {
      await writeFile(path.join(cwd, name + ending), await copied(name, button, 'Test copied'));
    }
    const { NODE_TEST_CONTEXT: _outer, FORCE_COLOR: _color, ...env } = process.env;
    const { stdout } = await run(process.execPath, [SOURCE, ...args], {
      cwd,
      env: { ...env, NO_COLOR: '1' },
    });
    return stdout;
  }

  it('is a test file that passes in node:test as it is', async () => {
    const files = NAMES.map((name) => `${name}.test.ts`);
    // In one process: in seven, each would load the mock.
    const flags = ['--test', '--test-isolation=none'];
    const output = await runTests('node:test', '.test.ts', ...flags, ...files);
    assert.match(output, /pass 7\n.*fail 0/);
  });

  it('is a test file that passes in Vitest as it is', async () => {
    const config = path.join(HERE, 'support/vitest.config.ts');
    const vitest = createRequire(import.meta.url).resolve('vitest/package.json');
    const program = path.join(path.dirname(vitest), 'vitest.mjs');
    const options = ['run', '--config', config, '--root', '.'];
    const output = await runTests('Vitest', '.test.ts', program, ...options);
    assert.match(output, /Tests +7 passed \(7\)/);
  });

  for (const { name, status } of REQUESTS) {
    it(`is a command for a shell that is answered as it was: ${name}`, async () => {
      const command = await copied(name, 'curl', 'curl copied');
      const flags = "--silent --output /dev/null --write-out '%{http_code}'";
      const { stdout } = await run('sh', ['-c', `${command} ${flags}`]);
      assert.equal(stdout, String(status));
    });
  }

  it('is a fixture that check accepts and that replays', async () => {
    const { page } = inspector;
    const downloading = page.waitForEvent('download');
    const text = await copied('image', 'fixture', 'Fixture copied: save it as');
    const download = await downloading;
    const cwd = await mkdtemp(path.join(folder, 'fixtures-'));
    await mkdir(path.join(cwd, 'assets'));
    await writeFile(path.join(cwd, 'copied.gw.yaml'), text);
    await download.saveAs(path.join(cwd, 'assets', download.suggestedFilename()));
    const { findings } = await checkFixtureFiles('.', { cwd });
    assert.deepEqual(findings, []);
    const replay = createReplay(await loadFixtures('.', { cwd }));
    const response = await replay.handle(
      aRequest('/images', { method: 'POST', body: { kind: 'parsed', value: DRAW } }),
    );
    assert.ok(response?.body.kind === 'json');
    assert.deepEqual(response.body.value, image);
    assert.match(await readFile(path.join(cwd, 'copied.gw.yaml'), 'utf8'), /panda/);
  });
});
