import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { fileURLToPath } from 'node:url';
import { runMock, startMock } from './run-mock.ts';

const WORKED = fileURLToPath(new URL('../../../../fixtures/worked', import.meta.url));

/** The URL in the curl line of a start-up block, and its header. */
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
  it('prints a block whose curl lines work, and stops cleanly at Ctrl-C', async () => {
    const running = await startMock('serve', '--port', '0');
    const { authorization, url } = curlLine(running.stdout);
    assert.match(running.stdout, /API key +mg-v1-\w{48}\n/);
    assert.match(running.stdout, /management key +mg-mgmt-v1-\w{48}\n/);
    assert.match(
      running.stdout,
      /catalog +400 models \(326 in the default list, all with output_modalities=all\), the golden world\n/,
    );
    const [, docs = '', control = ''] =
      /documentation +(\S+)\ncontrol +(\S+)\n/.exec(running.stdout.replaceAll('\n  ', '\n')) ?? [];
    assert.equal((await fetch(docs)).headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal((await fetch(`${control}/openapi.json`)).status, 200);
    const response = await fetch(url, { headers: { authorization } });
    assert.equal((await response.json()).data.length, 3);
    const [, talking = '', body = ''] =
      / (\S+\/chat\/completions) -d '(.*)'\n/.exec(running.stdout) ?? [];
    assert.doesNotMatch(JSON.parse(body).model, /^~/);
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(talking, { method: 'POST', headers, body });
    assert.equal((await answer.json()).choices[0].message.content, 'Echo: Hello');
    running.stop();
    const { code, stderr } = await running.finished;
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });

  it('prints a line for each request, also for one that nothing handles', async () => {
    const running = await startMock('serve', '--port', '0', '--world', 'tiny');
    const { authorization, url } = curlLine(running.stdout);
    await (await fetch(url, { headers: { authorization } })).text();
    await (await fetch(url.replace('/models', '/model'))).text();
    running.stop();
    const { stdout } = await running.finished;
    assert.match(
      stdout.slice(running.stdout.length),
      /^[\d:.]{12} {2}200 {2}listModels +\d+ ms {2}gateway\n[\d:.]{12} {2}404 {2}GET \/v1\/model +unhandled {2}did you mean "GET \/v1\/models"\?\n$/,
    );
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

  it('takes presets, and prints the token that controls it', async () => {
    const args = ['--port', '0', '--host', '0.0.0.0', '--world', 'tiny', '--preset', 'broke,slow'];
    await using running = await startMock('serve', ...args);
    assert.match(running.stdout, /25 models \(\d+ in the default list, .*\), the tiny world/);
    const token = /control token +(mg-control-[0-9a-f]{48})\n/.exec(running.stdout)?.[1];
    assert.match(
      running.stdout,
      new RegExp(`inspector +http://0\\.0\\.0\\.0:\\d+/__gateway#token=${token}\n`),
    );
    const port = /ready at http:\/\/0\.0\.0\.0:(\d+)/.exec(running.stdout)?.[1];
    const { connectMockGateway } = await import('@model-gateway/mock/control');
    const gateway = await connectMockGateway(`http://127.0.0.1:${port}`, { token });
    assert.equal(await gateway.credits(), '0');
  });

  it('generates as many models as requested, silently without a terminal', async () => {
    await using running = await startMock(
      'serve',
      '--port',
      '0',
      '--seed',
      '9',
      '--models',
      '1500',
    );
    assert.match(
      running.stdout,
      /1,500 models \([\d,]+ in the default list, .*\), generated from seed 9/,
    );
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
      assert.equal(stderr, `model-gateway-mock: ${file}:2:16 not valid JSON\n`);
    });
  });

  it('completes the models of a catalog file as model() does', async () => {
    const models = [
      { id: 'acme/quill-1', price: { input: 3, output: 15 } },
      { id: 'acme/paint-1', output: ['image'] },
    ];
    await withFile(JSON.stringify(models), async (file) => {
      await using running = await startMock('serve', '--port', '0', '--catalog', file);
      assert.match(
        running.stdout,
        /catalog +2 models \(1 in the default list, all with output_modalities=all\)/,
      );
      const { authorization, url } = curlLine(running.stdout);
      const { data } = await (await fetch(url, { headers: { authorization } })).json();
      assert.deepEqual(
        [data.length, data[0].id, data[0].pricing.prompt],
        [1, 'acme/quill-1', '0.000003'],
      );
    });
  });

  it('says everything that is wrong with a catalog file at once, with line and column', async () => {
    const text =
      '{"data": [\n  {"id": "a/x", "nmae": "y",\n   "context": -1},\n  {"id": "a/z", "outptu": ["text"]}\n]}';
    await withFile(text, async (file) => {
      const { code, stderr } = await runMock('serve', '--port', '0', '--catalog', file);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `model-gateway-mock: ${file}:2:17 data[0].nmae: nmae is unknown; did you mean "name"?\n` +
          `${file}:4:17 data[1].outptu: outptu is unknown; did you mean "output"?\n`,
      );
    });
  });

  it('says that a catalog file holds no models', async () => {
    await withFile('[]', async (file) => {
      await using running = await startMock('serve', '--port', '0', '--catalog', file);
      running.stop();
      const { stderr } = await running.finished;
      assert.equal(stderr, `${file} holds no models: every list will be empty\n`);
    });
  });

  it('says which catalog file does not exist', async () => {
    const { code, stderr } = await runMock('serve', '--catalog', '/nowhere/catalog.json');
    assert.equal(code, 1);
    assert.equal(stderr, 'model-gateway-mock: /nowhere/catalog.json: no such file\n');
  });

  it('names an unknown command and the one that was probably meant', async () => {
    const { code, stderr } = await runMock('sevre');
    assert.equal(code, 1);
    assert.equal(stderr, "model-gateway-mock: unknown command 'sevre'; did you mean serve?\n");
  });

  it('lists the commands when none is similar', async () => {
    const { code, stderr } = await runMock('start');
    assert.equal(code, 1);
    assert.equal(
      stderr,
      "model-gateway-mock: unknown command 'start'; the commands are serve, record, check, openapi, explain, har\n",
    );
  });

  it('names an unknown option and the one that was probably meant', async () => {
    const { code, stdout, stderr } = await runMock('serve', '--prot', '5');
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, "model-gateway-mock: unknown option '--prot'; did you mean --port?\n");
  });

  it('prints its version', async () => {
    const manifest = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(manifest, 'utf8'));
    for (const flag of ['-V', '--version']) {
      assert.deepEqual(await runMock(flag), { code: 0, stdout: `${version}\n`, stderr: '' });
    }
  });

  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    it(`lists its commands for ${JSON.stringify(args)}`, async () => {
      const { code, stdout } = await runMock(...args);
      assert.equal(code, 0);
      assert.match(stdout, /^Usage: npx @model-gateway\/mock \[options\] \[command\]\n/);
      for (const name of ['serve', 'record', 'check', 'har', 'openapi', 'explain']) {
        assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
      }
    });
  }

  it('explains one command at a time', async () => {
    const { code, stdout } = await runMock('serve', '--help');
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: npx @model-gateway\/mock serve \[options\]\n/);
    assert.match(stdout, /-p, --port <number> .*\(4010\)\n/);
    assert.match(stdout, /--seed <number> .*\(7\)\n/);
    assert.doesNotMatch(stdout, /--upstream/);
  });

  it('prints no key and no curl line with strict fixtures, which do not answer them', async () => {
    await using running = await startMock('serve', '--port', '0', '--fixtures', WORKED);
    assert.match(running.stdout, /fixtures +\d+ exchanges in \d+ files, replay\n/);
    assert.doesNotMatch(running.stdout, /API key|curl|models/);
  });
});
