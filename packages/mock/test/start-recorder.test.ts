import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadFixtures } from '@model-gateway/fixtures/node';
import { startMockGateway, startRecorder } from '@model-gateway/mock';
import { startLoopback } from '../../egress/test/loopback-server.ts';

const SECRET = 'sk-canary-0123456789';

describe('startRecorder', () => {
  let out: string;
  beforeEach(async () => {
    out = path.join(await mkdtemp(path.join(tmpdir(), 'model-gateway-')), 'recorded');
  });
  afterEach(() => rm(path.dirname(out), { recursive: true }));

  const listed = async (baseURL: string, limit: number) => {
    const headers = { authorization: `Bearer ${SECRET}` };
    const response = await fetch(`${baseURL}/models?limit=${limit}`, { headers });
    return (await response.json()).data.length;
  };

  it('records in one line, and has stored every exchange when it is disposed', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', apiKey: SECRET });
    {
      await using recorder = await startRecorder({ upstream: gateway.baseURL, out, force: true });
      assert.equal(recorder.baseURL, `${recorder.url}/v1`);
      assert.equal(recorder.upstream, gateway.baseURL.replace('http://', ''));
      assert.equal(await listed(recorder.baseURL, 2), 2);
    }
    const { exchanges } = await loadFixtures(out);
    assert.equal(exchanges.length, 1);
    await using replay = await startMockGateway({ fixtures: await loadFixtures(out) });
    assert.equal(await listed(replay.baseURL, 2), 2);
  });

  it('reports each exchange, and asks only for what the folder lacks with onMiss', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', apiKey: SECRET });
    const options = { upstream: gateway.baseURL, out, force: true, onMiss: true };
    const kinds: string[] = [];
    const onEvent = ({ kind }: { readonly kind: string }) => void kinds.push(kind);
    for (const limits of [[1], [1, 2]]) {
      await using recorder = await startRecorder({ ...options, onEvent });
      for (const limit of limits) assert.equal(await listed(recorder.baseURL, limit), limit);
    }
    assert.deepEqual(kinds, ['recorded', 'recorded']);
  });

  it('closes idempotently', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const recorder = await startRecorder({ upstream: gateway.baseURL, out, force: true });
    await Promise.all([recorder.close(), recorder.close({ drainTimeoutMs: 100 })]);
    await assert.rejects(fetch(`${recorder.baseURL}/models`));
  });

  it('keeps its own key out of the recording, where the upstream quotes it', async () => {
    // By its looks it is no key.
    const apiKey = 'correcthorsebattery';
    await using upstream = await startLoopback((req, res) => {
      const message = `Incorrect API key: ${req.headers.authorization?.replace('Bearer ', '')}`;
      res.writeHead(401, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ error: { code: 401, message } }));
    });
    {
      const given = { upstream: upstream.url, out, force: true, apiKey };
      await using recorder = await startRecorder(given);
      const answer = await fetch(`${recorder.baseURL}/models`);
      assert.match(await answer.text(), /correcthorsebattery/);
    }
    const text = await readFile(path.join(out, 'listModels.gw.yaml'), 'utf8');
    assert.match(text, /Incorrect API key: redacted/);
    assert.doesNotMatch(text, /correcthorsebattery/);
  });

  it('refuses a key of its own beyond loopback, where any program could use it', async () => {
    const upstream = 'http://127.0.0.1:9/v1';
    const given = { upstream, out, force: true, host: '0.0.0.0', apiKey: SECRET };
    await assert.rejects(startRecorder(given), {
      name: 'TypeError',
      message:
        /^a recorder on 0\.0\.0\.0 with a key of its own would let every program .* leave out/,
    });
  });

  it('refuses an invalid upstream URL', async () => {
    await assert.rejects(startRecorder({ upstream: 'gateway', out, force: true }), {
      name: 'TypeError',
      message: /^the upstream must be the base URL of a gateway/,
    });
  });
});
