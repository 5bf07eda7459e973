// Own process: waits for programs that it starts, or for files to be watched.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { runMock, startMock } from './spawn-mock.ts';

/** The URL that a start-up block tells people to try, and the header with it. */
function curlLine(stdout: string) {
  const [, authorization = '', url = ''] =
    /curl -H 'Authorization: (.*?)' '(.*?)'/.exec(stdout) ?? [];
  return { authorization, url };
}

/** A folder that is removed after `use`. */
async function withFile(text: string, use: (file: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'model-gateway-'));
  try {
    const file = join(folder, 'catalog.json');
    await writeFile(file, text);
    await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('model-gateway-mock serve', () => {
  it('prints a block whose curl line works, and stops cleanly at Ctrl-C', async () => {
    const running = await startMock('serve', '--port', '0');
    const { authorization, url } = curlLine(running.stdout);
    assert.match(running.stdout, /API key +mg-v1-\w{48}\n/);
    assert.match(running.stdout, /management key +mg-mgmt-v1-\w{48}\n/);
    assert.match(running.stdout, /400 models, the golden world/);
    const response = await fetch(url, { headers: { authorization } });
    assert.equal((await response.json()).data.length, 3);
    running.process.kill('SIGINT');
    const { code, stderr } = await running.finished;
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });

  it('takes the keys, base path and dialect that it is given', async () => {
    await using running = await startMock(
      'serve',
      '--port',
      '0',
      '--api-key',
      'k1',
      '--management-key',
      'k2',
      '--base-path',
      '/api/v1/',
      '--dialect',
      'openrouter',
      '--public-catalog',
    );
    const { url } = curlLine(running.stdout);
    assert.match(url, /\/api\/v1\/models\?/);
    for (const authorization of ['Bearer k1', 'Bearer k2']) {
      assert.equal((await fetch(url, { headers: { authorization } })).status, 200);
    }
    const { data } = await (await fetch(url)).json();
    assert.ok('hugging_face_id' in data[0]);
  });

  it('is in the trouble that was asked for, and prints the token that controls it', async () => {
    const args = ['--port', '0', '--host', '0.0.0.0', '--world', 'tiny', '--preset', 'broke,slow'];
    await using running = await startMock('serve', ...args);
    assert.match(running.stdout, /17 models, the tiny world/);
    const token = /control token +(mg-control-[0-9a-f]{48})\n/.exec(running.stdout)?.[1];
    const port = /ready at http:\/\/0\.0\.0\.0:(\d+)/.exec(running.stdout)?.[1];
    const { connectMockGateway } = await import('@model-gateway/mock/control');
    const gateway = await connectMockGateway(`http://127.0.0.1:${port}`, { token });
    assert.equal(await gateway.credits(), '0');
  });

  it('generates as many models as asked, silently where there is no terminal', async () => {
    await using running = await startMock(
      'serve',
      '--port',
      '0',
      '--seed',
      '9',
      '--models',
      '1500',
    );
    assert.match(running.stdout, /1,500 models, generated from seed 9/);
  });

  it('says in one line which port is already in use, and exits with 1', async () => {
    await using other = await startMockGateway();
    const { code, stdout, stderr } = await runMock('serve', '--port', String(other.port));
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      new RegExp(`^model-gateway-mock: .*port ${other.port} .*already in use.*\n$`),
    );
  });

  it('says in one line what is wrong with an option', async () => {
    const { code, stderr } = await runMock('serve', '--port', 'http');
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'model-gateway-mock: --port must be a whole number from 0 to 65535, got "http"\n',
    );
  });

  it('says in one line where a catalog file is broken', async () => {
    await withFile('{"data": [\n  {"id": "a/1",}\n]}', async (file) => {
      const { code, stderr } = await runMock('serve', '--port', '0', '--catalog', file);
      assert.equal(code, 1);
      assert.equal(stderr, `model-gateway-mock: ${file}: line 2, column 16: not valid JSON\n`);
    });
  });

  it('says in one line which model of a catalog file is none', async () => {
    await withFile('{"data": [{"id": "a/1"}]}', async (file) => {
      const { code, stderr } = await runMock('serve', '--port', '0', '--catalog', file);
      assert.equal(code, 1);
      assert.match(stderr, /^model-gateway-mock: .*catalog\.json: data\[0\]\.\w+: .*\n$/);
    });
  });

  it('says which catalog file does not exist', async () => {
    const { code, stderr } = await runMock('serve', '--catalog', '/nowhere/catalog.json');
    assert.equal(code, 1);
    assert.equal(stderr, 'model-gateway-mock: /nowhere/catalog.json: no such file\n');
  });

  it('names an unknown command', async () => {
    const { code, stderr } = await runMock('sevre');
    assert.equal(code, 1);
    assert.match(stderr, /unknown command "sevre"/);
  });

  it('explains itself', async () => {
    const { code, stdout } = await runMock('help');
    assert.equal(code, 0);
    assert.match(stdout, /model-gateway-mock serve \[options\]/);
  });
});
