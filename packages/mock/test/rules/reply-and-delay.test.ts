import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { clientOf, PANDA } from './client.ts';

describe('reply', () => {
  it('answers with JSON, once', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listModels').reply({ json: { data: [] } });
    const response = await send('GET', '/models');
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(await response.json(), { data: [] });
    assert.equal((await (await send('GET', '/models')).json()).data.length > 0, true);
  });

  it('answers with text, status and headers', async () => {
    const t = createMockGateway();
    t.on('listModels').reply({ status: 203, headers: { 'x-cache': 'HIT' }, text: 'Grüße' });
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 203);
    assert.equal(response.headers.get('x-cache'), 'HIT');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(await response.text(), 'Grüße');
  });

  it('answers with another content type', async () => {
    const t = createMockGateway();
    t.on('listModels').reply({ headers: { 'Content-Type': 'text/csv' }, text: 'id\n' });
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.headers.get('content-type'), 'text/csv');
  });

  it('answers without a body', async () => {
    const t = createMockGateway();
    t.on('listModels').reply({ status: 204 });
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 204);
    assert.equal(await response.text(), '');
  });

  it('answers with the result of a function of the request', async () => {
    const t = createMockGateway();
    t.on('createImage').reply(
      async ({ operation, method, path, query, headers, body }) => ({
        json: [operation, method, path, query.get('a'), headers['x-title'], body.prompt],
      }),
      { times: 2 },
    );
    const send = clientOf(t);
    const options = { body: PANDA, headers: { 'x-title': 'T' } };
    const answer = await (await send('POST', '/images?a=1', options)).json();
    assert.deepEqual(answer, ['createImage', 'POST', '/images', '1', 'T', 'red panda']);
    assert.equal(
      (await send('POST', '/images', options)).headers.get('x-mock-rule'),
      'createImage.reply',
    );
  });

  it('asks clients to retry at once after a retryable status, unless it sets retry-after', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listModels').reply({ status: 503, text: 'later' });
    assert.equal((await send('GET', '/models')).headers.get('retry-after-ms'), '1');
    t.on('listModels').reply({ status: 503, headers: { 'retry-after': '9' } });
    const { headers } = await send('GET', '/models');
    assert.deepEqual([headers.get('retry-after'), headers.get('retry-after-ms')], ['9', null]);
  });

  it('sends events with a name, and payloads that only look like one as they are', async () => {
    const t = createMockGateway();
    t.on('listModels').reply({
      events: [
        { event: 'message_start', data: { type: 'message_start' } },
        { event: 'ping', data: '[text]' },
        { event: 'created', data: {}, created: 1 },
      ],
    });
    assert.equal(
      await (await clientOf(t)('GET', '/models')).text(),
      'event: message_start\ndata: {"type":"message_start"}\n\n' +
        'event: ping\ndata: [text]\n\n' +
        'data: {"event":"created","data":{},"created":1}\n\n',
    );
  });

  it('answers 500 and calls onError when the function throws', async () => {
    const reported: unknown[] = [];
    const t = createMockGateway({ onError: (error) => reported.push(error) });
    t.on('listModels').reply(() => {
      throw new RangeError('no more answers');
    });
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 500);
    assert.equal(
      (await response.json()).error.message,
      'the rule "listModels.reply" threw: no more answers [GW1201]',
    );
    assert.match(String(reported[0]), /no more answers \[GW1201\]/);
    assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('answers in turn where the last answer was written first', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    for (const text of ['third', 'second', 'first']) t.on('listModels').reply({ text });
    for (const text of ['first', 'second', 'third']) {
      assert.equal(await (await send('GET', '/models')).text(), text);
    }
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    [
      'JSON that is not in json',
      { data: [] },
      /got a member "data"; to answer with JSON write \{ json: … \}/,
    ],
    ['a misspelt member', { stauts: 200 }, /did you mean "status"\?/],
    [
      'text alone',
      'hello',
      /takes \{ status, headers, json, text, events \}, got text; to answer with text write \{ text: … \}/,
    ],
    [
      'a list of answers',
      [{ text: 'a' }, { status: 503 }],
      /as JSON write \{ json: \[…\] \}; for answers in turn write one reply\(\) for each, the last one first/,
    ],
    ['both JSON and text', { json: {}, text: '' }, /one of json, text, events, got json and text/],
    [
      'JSON for a status that has no body',
      { status: 204, json: {} },
      /status 204 cannot have a body/,
    ],
    [
      'text for a status that has no body',
      { status: 304, text: '' },
      /status 304 cannot have a body/,
    ],
    ['an invalid status', { status: 99 }, /must be 200 to 599, got 99/],
  ];
  for (const [what, reply, message] of refused) {
    it(`refuses ${what}`, () => {
      const t = createMockGateway();
      // The types refuse it.
      assert.throws(() => t.on('listModels').reply(reply as object), message);
      assert.throws(() => t.on('listModels').reply(reply as object), /GW1207/);
    });
  }
});

describe('delay', () => {
  it('delays a request on the clock, and passes it on', async () => {
    const t = createMockGateway({ clock: 'frozen' });
    const send = clientOf(t);
    t.on('listModels').delay('90s');
    let hasAnswer = false;
    const answered = send('GET', '/models').finally(() => (hasAnswer = true));
    await t.clock.advance('89s');
    assert.equal(hasAnswer, false);
    await t.clock.advance('1s');
    const response = await answered;
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-mock-rule'), 'listModels.delay-90s');
    assert.equal((await send('GET', '/models')).status, 200);
  });

  it('takes no time with autoAdvance', async () => {
    const t = createMockGateway({ clock: 'autoAdvance' });
    t.on('listModels').delay('1h', { times: Infinity });
    assert.equal((await clientOf(t)('GET', '/models')).status, 200);
  });

  it('is followed by the next rule that matches', async () => {
    const t = createMockGateway({ clock: 'autoAdvance' });
    const send = clientOf(t);
    t.on('listModels').fail(529);
    t.on('listModels').delay(100, { times: 2 });
    const failed = await send('GET', '/models');
    assert.equal(failed.status, 529);
    assert.equal(failed.headers.get('x-mock-rule'), 'listModels.delay-100, listModels.fail-529');
    assert.equal((await send('GET', '/models')).status, 200);
  });

  it('ends when the client leaves, and leaves no alarm', async () => {
    const t = createMockGateway({ clock: 'frozen' });
    t.on('listModels').delay('1h');
    const client = new AbortController();
    const answered = clientOf(t)('GET', '/models', { signal: client.signal });
    await t.clock.advance(0);
    assert.equal(t.clock.waiting, 1);
    client.abort();
    assert.equal((await answered).status, 499);
    assert.equal(t.clock.waiting, 0);
  });

  it('ends with an error when the tenant is disposed', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    const t = gateway.tenant({ id: 'brief', clock: 'frozen' });
    t.on('listModels').delay('1h');
    const answered = clientOf(t)('GET', '/models');
    await t.clock.advance(0);
    await t.close();
    const { error } = await (await answered).json();
    assert.match(error.message, /the tenant "brief" was disposed while this request .*\[GW1208\]/);
    assert.equal(t.clock.waiting, 0);
  });
});
