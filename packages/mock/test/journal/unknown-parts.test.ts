import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { ask } from '../ask.ts';

const PANDA = { model: 'acme/paint-1', prompt: 'a red panda', size: '64x64' };

describe('the unknown parts of a request', () => {
  it('are ignored, and named in the answer and in the journal', async () => {
    const gateway = createMockGateway();
    const { status, headers } = await ask(gateway, 'GET /v1/models?limti=3&limit=1&limti=4');
    assert.equal(status, 200);
    assert.equal(
      headers['x-mock-hint'],
      'unknown and ignored: query parameter "limti"; did you mean "limit"?',
    );
    assert.deepEqual(gateway.journal.entries()[0]?.unknown, [
      'query parameter "limti"; did you mean "limit"?',
    ]);
    assert.match(gateway.journal.text(), /\n {4}unknown: query parameter "limti"; did you mean/);
  });

  it('are found at any depth of a body', async () => {
    const gateway = createMockGateway();
    const url = 'https://a.example/x.png';
    const { headers } = await ask(gateway, 'POST /v1/images', {
      body: {
        ...PANDA,
        sise: '1K',
        provider: { allow_fallback: true, options: { acme: { anything: 1 } } },
        input_references: [{ type: 'image_url', image_url: { url, detial: 'low' } }],
      },
    });
    assert.equal(
      headers['x-mock-hint'],
      'unknown and ignored: body member "sise"; did you mean "size"?, ' +
        'body member "provider.allow_fallback"; did you mean "allow_fallbacks"?, ' +
        'body member "input_references[0].image_url.detial"',
    );
  });

  it('are named in refusals and in answers of rules', async () => {
    const gateway = createMockGateway();
    const body = { ...PANDA, promt: 'x' };
    const hint = /^unknown and ignored: body member "promt"; did you mean "prompt"\?$/;
    const refused = await ask(gateway, 'POST /v1/images', { body: { ...body, n: 'two' } });
    assert.equal(refused.status, 400);
    assert.match(refused.headers['x-mock-hint'] ?? '', hint);
    gateway.on('createImage').fail(529);
    const failed = await ask(gateway, 'POST /v1/images', { body });
    assert.equal(failed.status, 529);
    assert.match(failed.headers['x-mock-hint'] ?? '', hint);
  });

  it('are listed with the values that the gateway adjusted', async () => {
    const gateway = createMockGateway({ world: 'tiny', images: 'small' });
    const { status, headers } = await ask(gateway, 'POST /v1/images', {
      body: { model: 'acme/chat-paint-1', prompt: 'x', aspect_ratio: '8:1', sise: 1 },
    });
    assert.equal(status, 200);
    assert.equal(
      headers['x-mock-hint'],
      'unknown and ignored: body member "sise"; did you mean "size"?; ' +
        'adjusted: aspect_ratio clamped to 21:9',
    );
    assert.deepEqual(gateway.journal.entries()[0]?.adjusted, ['aspect_ratio clamped to 21:9']);
    assert.match(gateway.journal.text(), /\n {4}adjusted: aspect_ratio clamped to 21:9\n/);
  });

  it('leave no hint on a request whose parts are all known', async () => {
    const gateway = createMockGateway();
    for (const { headers } of [
      await ask(gateway, 'GET /v1/models?limit=1&sort=newest'),
      await ask(gateway, 'POST /v1/images', { body: PANDA }),
    ]) {
      assert.equal(headers['x-mock-hint'], undefined);
    }
  });

  it('fit into a header, however many there are', async () => {
    const gateway = createMockGateway();
    const names = Array.from({ length: 500 }, (_, i) => [`模型\n${'x'.repeat(100)}${i}`, i]);
    const { headers } = await ask(gateway, 'POST /v1/images', {
      body: { ...PANDA, ...Object.fromEntries(names) },
    });
    const hint = headers['x-mock-hint'] ?? '';
    assert.match(hint, /^[\x20-\x7e]{1,1500}, 490 more$/);
    assert.match(hint, /"\\u6a21\\u578b\\nx+\\u2026"/);
  });

  it('show no secret', async () => {
    const gateway = createMockGateway();
    await ask(gateway, 'GET /v1/models?sk-live-canary7Fq2mVbx91=1');
    const [entry] = gateway.journal.entries();
    assert.deepEqual(entry?.unknown, ['query parameter "sk-l…bx91"']);
  });

  it('fail the verification of a strict tenant, once', async () => {
    const gateway = createMockGateway({ strict: true });
    const tenant = gateway.tenant({ id: 'a' });
    await ask(tenant, 'GET /v1/models?limti=3');
    await ask(tenant, 'GET /v1/models?limti=3');
    assert.throws(
      () => tenant.verify(),
      new Error(
        '2 requests of the tenant "a" had parts that the gateway does not know:\n' +
          '  GET /v1/models: query parameter "limti"; did you mean "limit"? (2 times)\n[GW1306]',
      ),
    );
    tenant.verify();
    await ask(await tenant.fork(), 'GET /v1/models?limti=3');
    assert.throws(() => gateway.verify(), /GW1306/);
  });

  it('fail no tenant that is not strict', async () => {
    const gateway = createMockGateway();
    await ask(gateway, 'GET /v1/models?limti=3');
    gateway.verify();
    const lenient = createMockGateway({ strict: true }).tenant({ strict: false });
    await ask(lenient, 'GET /v1/models?limti=3');
    lenient.verify();
  });

  it('are named in the head of a stream', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const response = await fetch(`${gateway.baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}` },
      body: JSON.stringify({ ...PANDA, stream: true, promt: 'x' }),
    });
    assert.match(response.headers.get('x-mock-hint') ?? '', /"promt"; did you mean "prompt"\?$/);
    assert.match(await response.text(), /\[DONE\]/);
  });

  it('are reported over HTTP, too', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const tenant = await (await connectMockGateway(gateway.url)).tenant({ strict: true });
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    await fetch(`${tenant.baseURL}/models?limti=3`, { headers });
    const [request] = await tenant.requests().all();
    assert.deepEqual(request?.unknown, ['query parameter "limti"; did you mean "limit"?']);
    await assert.rejects(tenant.verify(), /GW1306/);
  });
});
