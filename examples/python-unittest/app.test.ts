// System: runs Python.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);

it(
  'passes in Python against a running mock',
  { skip: hasPython.status !== 0 && 'python3 (3.9 or later) is not on this machine' },
  async () => {
    await using gateway = await startMockGateway();
    const { failed, output } = await run('python3', ['-B', '-m', 'unittest'], {
      MODEL_GATEWAY_MOCK_URL: gateway.url,
    });
    assert.ok(!failed, output);
    assert.match(output, /Ran 7 tests/);
    assert.equal(gateway.requests().all().length, 0);
  },
);

/** Runs a program here to its end. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ failed: boolean; output: string }>((resolve) => {
    const options = { cwd: FOLDER, env: { ...process.env, ...env } };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });
}
