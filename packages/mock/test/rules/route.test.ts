import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, on, ruleFromJson, startMockGateway } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { clientOf } from './client.ts';

/* Rules for paths that are not operations of the gateway. */

const MODERATIONS = '/moderations';
const HELLO = { choices: [{ message: { role: 'assistant', content: 'Hello' } }] };

function mock() {
  const gateway = createMockGateway();
  return { gateway, send: clientOf(gateway) };
}

describe('route', () => {
  it('answers a path that the gateway does not have', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).reply({ json: HELLO });
    const response = await send('POST', MODERATIONS, { body: { messages: [] } });
    assert.deepEqual(await response.json(), HELLO);
    assert.equal(response.headers.get('x-mock-rule'), 'POST /moderations.reply');
    gateway.verify();
  });

  it('is in the journal with its name, its body and its parameters', async () => {
    const { gateway, send } = mock();
    gateway.on('GET /threads/:id').reply((request) => ({ json: request.params }));
    const response = await send('GET', '/threads/t1?limit=1');
    assert.deepEqual(await response.json(), { id: 't1' });
    const [entry] = gateway.requests('GET /threads/:id').all();
    assert.deepEqual(
      [entry?.operation, entry?.path, entry?.query, entry?.status],
      ['GET /threads/:id', '/v1/threads/t1', { limit: '1' }, 200],
    );
    assert.deepEqual(entry?.answeredBy, ['GET /threads/:id.reply']);
  });

  it('answers with events, text as it is and everything else as JSON', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).reply({ events: [{ n: 1 }, '[DONE]'] });
    const response = await send('POST', MODERATIONS, { body: {} });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(await response.text(), 'data: {"n":1}\n\ndata: [DONE]\n\n');
    assert.deepEqual(gateway.requests('POST /moderations').last().stream, {
      events: 2,
      end: 'done',
    });
  });

  it('answers with events when a generator of the test says so', async () => {
    const { gateway, send } = mock();
    let go = () => {};
    const released = new Promise<void>((resolve) => (go = resolve));
    async function* events() {
      yield 'first';
      await released;
      yield 'second';
    }
    gateway.route('POST', MODERATIONS).reply({ events: events() });
    const { body } = await send('POST', MODERATIONS, { body: {} });
    assert.ok(body);
    let text = '';
    for await (const chunk of body) {
      text += new TextDecoder().decode(chunk);
      if (text === 'data: first\n\n') go();
    }
    assert.equal(text, 'data: first\n\ndata: second\n\n');
  });

  it('fails, and is then answered by the rule below', async () => {
    const { gateway, send } = mock();
    const chat = gateway.route('POST', MODERATIONS);
    chat.reply({ json: HELLO });
    chat.fail(529, { times: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await send('POST', MODERATIONS, { body: {} })).status);
    assert.deepEqual(statuses, [529, 529, 200]);
    gateway.requests('POST /moderations').expectCount(3);
  });

  it('ends the stream of the rule below', async () => {
    const { gateway, send } = mock();
    const chat = gateway.route('POST', MODERATIONS);
    chat.reply({ events: [{ n: 1 }, { n: 2 }, '[DONE]'] });
    chat.end('clean-eof', { afterEvents: 1 });
    const response = await send('POST', MODERATIONS, { body: {} });
    assert.equal(await response.text(), 'data: {"n":1}\n\n');
  });

  it('breaks the answer of the rule below', async () => {
    const { gateway, send } = mock();
    const chat = gateway.route('POST', MODERATIONS);
    chat.reply({ json: HELLO });
    chat.fault('cut-json');
    const response = await send('POST', MODERATIONS, { body: {} });
    await assert.rejects(response.json(), SyntaxError);
  });

  it('waits on the clock of the tenant', async () => {
    const gateway = createMockGateway({ clock: { mode: 'frozen' } });
    gateway.route('POST', MODERATIONS).reply({ json: HELLO });
    gateway.route('POST', MODERATIONS).delay('90s');
    const answer = clientOf(gateway)('POST', MODERATIONS, { body: {} });
    await gateway.clock.advance('90s');
    assert.equal((await answer).status, 200);
  });

  it('is for requests like a pattern', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).reply({ text: 'any' }, { times: Infinity });
    gateway
      .route('POST', MODERATIONS)
      .where({ body: { stream: true } })
      .reply({ text: 'stream' });
    const texts = [{}, { stream: true }].map(async (body) =>
      (await send('POST', MODERATIONS, { body })).text(),
    );
    assert.deepEqual(await Promise.all(texts), ['any', 'stream']);
  });

  it('is matched by rules for all operations, too', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).reply({ json: HELLO });
    gateway.on('*').fail(503);
    assert.equal((await send('POST', MODERATIONS, { body: {} })).status, 503);
    assert.equal((await send('POST', MODERATIONS, { body: {} })).status, 200);
  });

  it('of one tenant does not exist for another', async () => {
    const { gateway } = mock();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    one.route('POST', MODERATIONS).reply({ json: HELLO });
    assert.equal((await clientOf(one)('POST', MODERATIONS, { body: {} })).status, 200);
    await assert.rejects(clientOf(other)('POST', MODERATIONS, { body: {} }), /is no operation/);
    assert.throws(() => other.verify(), /POST \/v1\/moderations/);
  });

  it('fails the test when no rule of it replies', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).delay(0, { times: Infinity });
    const response = await send('POST', MODERATIONS, { body: {} });
    assert.equal(response.status, 404);
    assert.match(await response.text(), /no rule of POST \/moderations replies/);
    assert.throws(() => gateway.verify(), /POST \/v1\/moderations/);
  });

  it('is gone when its rule is used up', async () => {
    const { gateway, send } = mock();
    gateway.route('POST', MODERATIONS).reply({ json: HELLO });
    await send('POST', MODERATIONS, { body: {} });
    await assert.rejects(send('POST', MODERATIONS, { body: {} }), /is no operation/);
  });

  it('may be part of a rule as a value, in code and in JSON', async () => {
    const file = on('PUT /files/:name').reply({ status: 204 });
    const chat = { on: 'POST /moderations', reply: { events: [{ n: 1 }, '[DONE]'] } } as const;
    await using gateway = await startMockGateway({ rules: [file, ruleFromJson(chat)] });
    const send = clientOf(gateway);
    assert.equal((await send('PUT', '/files/a', { body: {} })).status, 204);
    const text = await (await send('POST', MODERATIONS, { body: {} })).text();
    assert.equal(text, 'data: {"n":1}\n\ndata: [DONE]\n\n');
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['POST /images', /POST \/images is an operation: write on\('createImage'\)/],
    ['GET /a/{', /the path of the route "GET \/a\/\{" is invalid/],
  ];
  for (const [name, message] of wrong) {
    it(`is refused: ${name}`, () => {
      const { gateway } = mock();
      // What plain JavaScript may pass.
      assert.throws(() => gateway.on(name as '*'), { message });
    });
  }

  it('has no stream of images to hold', () => {
    const { gateway } = mock();
    assert.throws(() => gateway.route('POST', MODERATIONS).stream(), /reply with events/);
  });

  it('refuses a reply with two bodies, and events that are not a list', () => {
    const { gateway } = mock();
    const chat = gateway.route('POST', MODERATIONS);
    // What plain JavaScript may pass.
    const both = { json: 1, events: [] } as unknown as { json: number };
    assert.throws(() => chat.reply(both), /one of json, text, events, got json and events/);
    const text = { events: 'data' } as unknown as { events: [] };
    assert.throws(() => chat.reply(text), /must be a list or an async generator, got data/);
  });
});

describe('route, from another process', () => {
  it('adds rules, and finds the requests', async (t) => {
    const running = await startMockGateway();
    t.after(() => running.close());
    const remote = await connectMockGateway(running.url);
    const tenant = await remote.tenant();
    await tenant.route('POST', MODERATIONS).reply({ events: [{ n: 1 }, '[DONE]'] });
    const response = await fetch(`${tenant.baseURL}${MODERATIONS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true }),
    });
    assert.equal(await response.text(), 'data: {"n":1}\n\ndata: [DONE]\n\n');
    await tenant.requests('POST /moderations').expectCount(1);
    await assert.rejects(
      tenant.route('POST', MODERATIONS).stream(),
      /stream\(\) holds createImage, chat/,
    );
  });
});
