import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation, type AnyOperation } from '@model-gateway/core';
import { eventsResponse, jsonResponse } from '@model-gateway/core/http';
import { parseFixtures } from '@model-gateway/fixtures';
import {
  createMockGateway,
  on,
  ruleFromJson,
  startMockGateway,
  type MockTenant,
} from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import * as v from 'valibot';
import { clientOf as clientWithBothKeys } from './rules/client.ts';

/* Operations of a host's own, which the mock treats like the gateway's. */

const createChat = defineOperation({
  id: 'createChat',
  method: 'POST',
  path: '/chats/:room',
  summary: 'Answer a conversation',
  permission: 'inference',
  params: v.object({ room: v.string() }),
  query: v.object({ tone: v.optional(v.string(), 'kind') }),
  body: { schema: v.object({ model: v.string(), stream: v.optional(v.boolean(), false) }) },
  async handle({ body, query, params }) {
    if (body.stream) return eventsResponse(words());
    return jsonResponse({ said: `${params.room}, ${body.model}, ${query.tone}` });
  },
});

async function* words() {
  yield { data: '{"word":"Hello"}' };
  yield { data: '{"word":"there"}' };
  yield { data: '[DONE]' };
}

const clearChats = defineOperation({
  id: 'clearChats',
  method: 'DELETE',
  path: '/chats',
  summary: 'Clear all conversations',
  permission: 'management',
  handle: async () => jsonResponse({ cleared: true }),
});

const operations = [createChat, clearChats];
const HI = { model: 'acme/quill-1' };

/** Sends everything with the inference key. */
function clientOf({ handle, apiKey }: Pick<MockTenant, 'handle' | 'apiKey'>) {
  return clientWithBothKeys({ handle, apiKey, managementKey: apiKey });
}

function mock() {
  const gateway = createMockGateway({ operations });
  return { gateway, send: clientOf(gateway) };
}

describe('an operation of your own in the mock', () => {
  it('is answered by its own code, with the checks of the gateway', async () => {
    const { send } = mock();
    const response = await send('POST', '/chats/den?tone=gruff', { body: HI });
    assert.deepEqual(await response.json(), { said: 'den, acme/quill-1, gruff' });
    assert.equal((await send('POST', '/chats/den', { body: {} })).status, 400);
    assert.equal((await send('DELETE', '/chats')).status, 403);
  });

  it('is in the journal by its id, with its unknown parts', async () => {
    const { gateway, send } = mock();
    const response = await send('POST', '/chats/den?tune=1', { body: { ...HI, steam: true } });
    assert.match(response.headers.get('x-mock-hint') ?? '', /"tune"; did you mean "tone"\?/);
    gateway
      .requests('createChat')
      .where({ params: { room: 'den' } })
      .expectCount(1)
      .last()
      .expectBody({ model: 'acme/quill-1' });
    assert.equal(gateway.journal.entries()[0]?.operation, 'createChat');
    assert.deepEqual(gateway.requests(createChat).last().unknown, [
      'query parameter "tune"; did you mean "tone"?',
      'body member "steam"; did you mean "stream"?',
    ]);
  });

  it('has every word of rules, by its id or as it was defined', async () => {
    const { gateway, send } = mock();
    gateway
      .on('createChat')
      .where({ body: { model: { contains: 'slow' } } })
      .fail(529);
    gateway
      .on(createChat)
      .where({ query: { tone: 'gruff' } })
      .reply(({ body, params }) => ({
        json: { rule: `${params['room']} ${body.model}` },
      }));
    gateway.on('clearChats').failAlways(403);
    assert.equal((await send('POST', '/chats/den', { body: { model: 'slow-1' } })).status, 529);
    const replied = await send('POST', '/chats/den?tone=gruff', { body: HI });
    assert.deepEqual(await replied.json(), { rule: 'den acme/quill-1' });
    assert.equal(replied.headers.get('x-mock-rule'), 'createChat.reply');
    const refused = await clientWithBothKeys(gateway)('DELETE', '/chats');
    assert.match(await refused.text(), /Only management keys/);
  });

  it('streams, and a rule ends its stream', async () => {
    const { gateway, send } = mock();
    const streamed = { ...HI, stream: true };
    assert.match(
      await (await send('POST', '/chats/den', { body: streamed })).text(),
      /there.*DONE/s,
    );
    gateway.on('createChat').end('clean-eof', { afterEvents: 1 });
    const cut = await send('POST', '/chats/den', { body: streamed });
    assert.equal(await cut.text(), 'data: {"word":"Hello"}\n\n');
    assert.deepEqual(gateway.requests('createChat').last().stream, { events: 1, end: 'clean-eof' });
  });

  it('is there for tenants and forks, each with rules and a journal of its own', async () => {
    const { gateway } = mock();
    const tenant = gateway.tenant();
    tenant.on('createChat').failAlways(503);
    const fork = await tenant.fork();
    assert.equal((await clientOf(fork)('POST', '/chats/den', { body: HI })).status, 503);
    fork.requests('createChat').expectCount(1);
    tenant.requests('createChat').expectNone();
    gateway.requests('createChat').expectNone();
  });

  it('gets the key that it admits where any key will do', async () => {
    await using gateway = await startMockGateway({ operations });
    const response = await fetch(`${gateway.anyKeyURL}/chats`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer whatever' },
    });
    assert.deepEqual(await response.json(), { cleared: true });
  });

  it('is in the OpenAPI document and on the page of the bare host', async () => {
    await using gateway = await startMockGateway({ operations });
    const [document, page] = await Promise.all(
      ['/openapi.json', '/'].map(async (path) => (await fetch(gateway.url + path)).text()),
    );
    assert.match(document ?? '', /"operationId": "createChat"/);
    assert.match(page ?? '', /POST","path":"\/v1\/chats\/:room"/);
  });

  it('is suggested for a path that nearly matches it', async () => {
    await using gateway = await startMockGateway({ operations, unhandled: 'ignore' });
    const response = await fetch(`${gateway.baseURL}/chat`, { method: 'DELETE' });
    assert.match(await response.text(), /did you mean \\"DELETE \/v1\/chats\\"/);
  });

  it('fails with the statuses that it has under the preset flaky', async () => {
    const gateway = createMockGateway({ operations, preset: 'flaky' });
    const send = clientOf(gateway);
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count++) {
      statuses.add((await send('POST', '/chats/den', { body: HI })).status);
    }
    assert.deepEqual(
      [...statuses].toSorted((a, b) => a - b),
      [200, 500, 503],
    );
  });

  it('is recorded by method and path, and replayed before its own code', async () => {
    const fixtures = parseFixtures([
      {
        file: 'chats.gw.yaml',
        text: `
gw: 1
meta: { source: written }
exchanges:
  - id: chat
    match: { method: POST, path: /chats/den, body: { model: acme/quill-1 } }
    respond: { status: 200, json: { said: recorded } }
`,
      },
    ]);
    const gateway = await startMockGateway({ operations, fixtures });
    try {
      const send = clientOf(gateway);
      const replayed = await send('POST', '/chats/den', { body: HI });
      assert.deepEqual(await replayed.json(), { said: 'recorded' });
      gateway.requests('createChat').expectCount(1);
      assert.deepEqual(gateway.requests('createChat').last().answeredBy, ['fixtures']);
      const missed = await send('POST', '/chats/attic', { body: HI });
      assert.equal(missed.status, 424);
    } finally {
      await gateway.close();
    }
  });

  it('is refused with an id that the gateway has already', () => {
    const twice = defineOperation({ ...clearChats, id: 'listModels' });
    assert.throws(() => createMockGateway({ operations: [twice] }), {
      name: 'TypeError',
      message: 'operation "listModels" has the id of another operation',
    });
  });
});

describe('a rule for an operation of your own', () => {
  it('can be made before its gateway, and is refused by one without the operation', () => {
    const rule = on(createChat).fail(503);
    assert.equal(createMockGateway({ operations }).use(rule).length, 1);
    assert.throws(() => createMockGateway().use(rule), {
      code: 'GW1204',
      message:
        /^on\(\) takes one of \*, chat, embeddings, listModels, .* got "createChat"; an operation of your own/,
    });
  });

  it('can be JSON, which the gateway checks when it is used', () => {
    const rule = ruleFromJson({ on: 'createChat', fail: 503 });
    assert.equal(createMockGateway({ operations }).use(rule).length, 1);
    const misspelt = ruleFromJson({ on: 'createChta', fail: 503 });
    assert.throws(
      () => createMockGateway({ operations }).use(misspelt),
      /got "createChta"; did you mean "createChat"\?/,
    );
  });

  it('is refused as a route, with the name to use', () => {
    const { gateway } = mock();
    assert.throws(
      () => gateway.route('POST', '/chats/:room'),
      /POST \/chats\/:room is an operation: write on\('createChat'\)/,
    );
  });

  it('cannot hold a stream, and says what to do instead', () => {
    const { gateway } = mock();
    assert.throws(() => gateway.on('createChat').stream(), /reply with events from an async/);
  });

  it('can be added and asked for from another process', async () => {
    await using gateway = await startMockGateway({ operations });
    const remote = await connectMockGateway(gateway.url);
    await remote
      .on(createChat)
      .where({ body: { model: 'acme/quill-1' } })
      .fail(529);
    await remote.use({ on: 'clearChats', fail: 500 });
    const response = await clientOf(gateway)('POST', '/chats/den', { body: HI });
    assert.equal(response.status, 529);
    await remote.requests(createChat).expectCount(1);
    assert.deepEqual(
      (await remote.rules()).map(({ id }) => id),
      ['clearChats.fail-500', 'createChat.fail-529'],
    );
    await assert.rejects(remote.use({ on: 'createChta', fail: 500 }), /did you mean "createChat"/);
  });
});

describe('the types of an operation of your own', () => {
  it('reach rules and expectations through its id', () => {
    const { gateway } = mock();
    // @ts-expect-error The body has no such member.
    gateway.on('createChat').where({ body: { modle: 'x' } });
    // @ts-expect-error The query has no such parameter.
    gateway.requests('createChat').where({ query: { tune: 'x' } });
    const tenant = gateway.tenant();
    // @ts-expect-error The body has no such member.
    tenant.on('createChat').where({ body: { modle: 'x' } });
    // @ts-expect-error It takes no body.
    gateway.on(clearChats).where({ body: { model: 'x' } });
    assert.throws(() => {
      // @ts-expect-error No operation has this name.
      gateway.on('createChta');
    }, /did you mean "createChat"/);
  });

  it('are not needed: a gateway whose operations are a plain list takes them as they are', () => {
    const list: readonly AnyOperation[] = operations;
    const gateway = createMockGateway({ operations: list });
    assert.equal(gateway.on(createChat).fail(500).remaining, 1);
  });
});
