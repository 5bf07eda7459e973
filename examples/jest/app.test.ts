// System: starts Jest.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

it('the Jest example passes', async () => {
  const manifest = await readFile(new URL('package.json', import.meta.url), 'utf8');
  const [, ...args] = JSON.parse(manifest).scripts.start.split(' ');
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  // Set by the runner of this test; others are not to report to it.
  delete env['NODE_TEST_CONTEXT'];
  const child = spawn(process.execPath, ['--conditions=@model-gateway/source', ...args], {
    cwd: import.meta.dirname,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
  assert.match(output, /Tests:\s+6 passed/);
});
