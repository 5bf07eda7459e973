// System: starts programs through npm.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { runToEnd, startAndAsk } from '../../src/release/run-example-copy.ts';

/** A folder whose `npm start` runs this program. */
async function example(t: TestContext, program: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-copy-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'main.cjs'), program);
  const manifest = JSON.stringify({ scripts: { start: 'node main.cjs' } });
  await writeFile(path.join(folder, 'package.json'), manifest);
  return folder;
}

const server = (status: number) => `
  const { PORT } = process.env;
  require('node:fs').writeFileSync('port', PORT);
  require('node:http')
    .createServer((_, res) => res.writeHead(${status}).end())
    .listen(Number(PORT), '127.0.0.1', () => console.log('http://127.0.0.1:' + PORT + '/v1'));
`;

describe('a copied example that serves', () => {
  it('passes if it asks for a key where it says it is, and is stopped', async (t) => {
    const folder = await example(t, server(401));
    assert.deepEqual(await startAndAsk(folder), []);
    const port = await readFile(path.join(folder, 'port'), 'utf8');
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  });

  it('fails with another answer', async (t) => {
    const [problem = ''] = await startAndAsk(await example(t, server(200)));
    assert.match(problem, /expected 401 from http:\S+\/v1\/models, got 200/);
  });

  it('fails with its last words if it ends', async (t) => {
    const [problem = ''] = await startAndAsk(await example(t, 'throw new Error("no module")'));
    assert.match(problem, /ended before it said where it is[^]*no module/);
  });
});

describe('a copied example that ends', () => {
  it('passes with 0 and fails with what it printed', async (t) => {
    const passing = await example(t, '');
    assert.deepEqual(await runToEnd(['npm', 'start'], passing), []);
    const failing = await example(t, 'throw new Error("no module")');
    assert.match((await runToEnd(['npm', 'start'], failing)).join(''), /no module/);
  });
});
