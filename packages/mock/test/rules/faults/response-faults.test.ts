import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchGateway } from '@model-gateway/fetch';
import { createMockGateway, on, startMockGateway } from '@model-gateway/mock';
import { clientOf, PANDA } from '../client.ts';

describe('wire faults without a port', () => {
  it('empty-200 is a success without a body', async () => {
    const t = createMockGateway();
    t.on('listModels').fault('empty-200');
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('x-mock-rule'), 'listModels.fault-empty-200');
    assert.equal(await response.text(), '');
  });

  it('cut-json is the first half of the answer, with the length of that half', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const whole = Buffer.from(await (await send('GET', '/models')).arrayBuffer());
    t.on('listModels').fault('cut-json');
    const response = await send('GET', '/models');
    const half = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), String(Math.floor(whole.length / 2)));
    assert.deepEqual(half, whole.subarray(0, half.length));
    assert.ok(half.length > 100);
    assert.throws(() => JSON.parse(half.toString()));
  });

  it('cut-json cuts through the first event of a stream, and closes it', async () => {
    const t = createMockGateway({ credits: 1 });
    t.on('createImage').fault('cut-json');
    const response = await clientOf(t)('POST', '/images', { body: { ...PANDA, stream: true } });
    assert.match(await response.text(), /^data: \{"type":"image_generation\.[^}]*$/);
    // What was not delivered is not charged.
    assert.equal(t.credits(), '1');
  });

  it('html-502 is a page of a proxy, with a retry-after of zero', async () => {
    const t = createMockGateway();
    t.on('listModels').fault('html-502');
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 502);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('retry-after-ms'), '1');
    assert.match(await response.text(), /<h1>502 Bad Gateway<\/h1>/);
  });

  it('wrong-content-type is the answer, declared as HTML', async () => {
    const t = createMockGateway();
    t.on('listModels').fault('wrong-content-type');
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok((await response.json()).data.length > 0);
  });

  it('hang ends when the client leaves', async () => {
    const t = createMockGateway();
    t.on('listModels').fault('hang');
    const client = new AbortController();
    const answered = clientOf(t)('GET', '/models', { signal: client.signal });
    client.abort();
    assert.equal((await answered).status, 499);
  });

  it('hang ends when the tenant is disposed', async () => {
    const t = createMockGateway().tenant();
    const hang = t.on('listModels').fault('hang');
    const answered = clientOf(t)('GET', '/models');
    while (hang.hits === 0) await new Promise(setImmediate);
    await t.close();
    assert.match((await (await answered).json()).error.message, /was disposed.*\[GW1208\]/);
  });

  it('end is refused for operations that do not stream', async () => {
    const t = createMockGateway();
    t.on('createImage').end('stall');
    const response = await clientOf(t)('POST', '/images', { body: PANDA });
    assert.equal(response.status, 500);
    assert.match((await response.json()).error.message, /send stream: true.* \[GW1401\]$/);
    assert.throws(() => t.on('listModels').end('stall'), /only createImage .*\[GW1204\]/);
    const both = { afterEvents: 1, afterBytes: 1 };
    assert.throws(
      () => t.on('createImage').end('stall', both),
      /got afterEvents and afterBytes \[GW1402\]/,
    );
  });

  it('applies a fault as often as `times` says', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listModels').fault('html-502', { times: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await send('GET', '/models')).status);
    assert.deepEqual(statuses, [502, 502, 200]);
  });

  it('that need a socket are refused with what to do instead', () => {
    const message = /"garbage" needs a socket.*use startMockGateway, or one of hang, .*\[GW1203\]/;
    const t = createMockGateway();
    // @ts-expect-error there is no socket
    assert.throws(() => t.on('listModels').fault('garbage'), message);
    const garbage = on('listModels').fault('garbage');
    // @ts-expect-error there is no socket
    assert.throws(() => t.use(garbage), message);
    // @ts-expect-error there is no socket
    assert.throws(() => createMockGateway({ rules: [garbage] }), message);
    // @ts-expect-error there is no socket
    assert.throws(() => t.tenant({ rules: [garbage] }), message);
  });

  it('that do not exist are refused with the one that was meant', () => {
    const t = createMockGateway();
    const message =
      /a wire fault must be one of reset-before-headers, .*, got "html-520"; did you mean "html-502"\?/;
    // @ts-expect-error there is no such fault
    assert.throws(() => t.on('listModels').fault('html-520'), message);
  });

  it('that need a socket are a 500 where another adapter sends the answer', async () => {
    await using gateway = await startMockGateway();
    gateway.on('listModels').fault('reset-after-headers');
    const answer = fetchGateway(gateway.handle, { mount: '' });
    const headers = { authorization: `Bearer ${gateway.apiKey}` };
    const response = await answer(new Request('http://mock/v1/models', { headers }));
    assert.equal(response?.status, 500);
    assert.match(
      (await response.json()).error.message,
      /"reset-after-headers" needs the socket of startMockGateway.*\[GW1203\]/,
    );
  });
});
