// System: runs a shell with curl.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';

const SCRIPT = fileURLToPath(new URL('faults.sh', import.meta.url));
// Since curl 7.76, of 2021.
const hasCurl = spawnSync('curl', ['--fail-with-body', '--version']).status === 0;

it(
  'prints every step of its script, and leaves nothing behind',
  { skip: !hasCurl && 'curl (7.76 or later) is not on this machine' },
  async () => {
    await using gateway = await startMockGateway();
    const output = await runScript(gateway.url);
    const statuses = output.split('\n').filter((line) => /^\d{3}$/.test(line));
    assert.deepEqual(statuses, ['529', '529', '200', '200']);
    assert.match(output, /"now":"2026-08-01T13:00:00\.000Z"/);
    assert.match(output, /"id":"snapshot-1"/);
    assert.match(output, /"credits":"4\.75"/);
    // The last line of the script takes its tenant away.
    assert.equal(gateway.tenant({ id: 'checkout', apiKey: 'sk-checkout' }).id, 'checkout');
  },
);

function runScript(url: string): Promise<string> {
  const env = { ...process.env, MODEL_GATEWAY_MOCK_URL: url };
  return new Promise((resolve, reject) => {
    execFile('sh', [SCRIPT], { env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(stdout + stderr, { cause: error }));
    });
  });
}
