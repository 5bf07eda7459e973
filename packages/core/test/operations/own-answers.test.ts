import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation, type RequestRecord } from '@model-gateway/core';
import { encodeEvent, eventsResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import { aGateway, aPost, aRequest, bearer, get } from '../builders.ts';

/* Operations of a host's own, beside those of the contract. Source: contract §1.10. */

describe('an operation of your own that streams', () => {
  const chat = (onRequest?: (record: RequestRecord) => void) => {
    let isOpen = false;
    const operation = defineOperation({
      id: 'chat',
      method: 'POST',
      path: '/chat',
      summary: 'Chat',
      body: { schema: v.object({ model: v.string(), prompt: v.string() }) },
      async handle({ body, trace }) {
        const generation = trace?.generation({ task: 'chat', ...body, parameters: {} });
        async function* events() {
          isOpen = true;
          try {
            for (const word of ['red', 'panda']) {
              generation?.output();
              yield { data: JSON.stringify({ word }) };
            }
            generation?.note({
              usage: { promptTokens: 3, completionTokens: 2 },
              costUsd: '0.001',
              finishReason: 'stop',
            });
          } finally {
            isOpen = false;
          }
        }
        return eventsResponse(events());
      },
    });
    const gateway = aGateway({ operations: [operation], ...(onRequest && { onRequest }) });
    const open = async () => {
      const response = await gateway.handle(aPost('/chat', { model: 'acme/quill', prompt: 'go' }));
      assert.ok(response?.body.kind === 'events');
      return response.body.events;
    };
    return { open, isOpen: () => isOpen };
  };

  it('sends its events as they come', async () => {
    let text = '';
    for await (const event of await chat().open()) {
      text += Buffer.concat([...encodeEvent(event)]).toString();
    }
    assert.equal(text, 'data: {"word":"red"}\n\ndata: {"word":"panda"}\n\n');
  });

  it('is recorded with what it notes, once its last event is taken', async () => {
    const records: RequestRecord[] = [];
    const events = await chat((record) => records.push(record)).open();
    assert.equal(records.length, 0);
    for await (const event of events) assert.ok(event);
    const [record] = records;
    assert.deepEqual([record?.operation, record?.ending], ['chat', 'complete']);
    const { model, usage, costUsd, finishReason } = record?.generation ?? {};
    assert.deepEqual([model, costUsd, finishReason], ['acme/quill', '0.001', 'stop']);
    assert.deepEqual([usage?.promptTokens, usage?.completionTokens], [3, 2]);
  });

  it('ends when its reader leaves', async () => {
    const records: RequestRecord[] = [];
    const { open, isOpen } = chat((record) => records.push(record));
    const reader = (await open())[Symbol.asyncIterator]();
    await reader.next();
    assert.equal(isOpen(), true);
    await reader.return?.();
    assert.equal(isOpen(), false);
    assert.deepEqual(
      records.map(({ ending }) => ending),
      ['abandoned'],
    );
  });
});

describe('what an operation returns', () => {
  const returning = (handle: () => unknown, onError?: (error: unknown) => void) =>
    aGateway({
      onError,
      operations: [
        defineOperation({
          id: 'mine',
          method: 'GET',
          path: '/mine',
          summary: 'Answer',
          // Plain JavaScript may return anything.
          handle: handle as () => Promise<Response>,
        }),
      ],
    });

  it('may be a web Response: status, headers, every cookie, and its body as it comes', async () => {
    const headers = new Headers({ 'content-type': 'text/x-own', 'x-own': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2; Expires=Fri, 01 Jan 2027 00:00:00 GMT');
    const gateway = returning(() => new Response('whole', { status: 201, headers }));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.deepEqual(
      [response?.status, response?.headers['x-own'], response?.cookies],
      [201, '1', ['a=1', 'b=2; Expires=Fri, 01 Jan 2027 00:00:00 GMT']],
    );
    assert.ok(response?.headers['x-request-id']);
    assert.ok(response?.body.kind === 'stream');
    assert.equal(response.body.contentType, 'text/x-own');
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body.chunks) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), 'whole');
  });

  it('may be a Response without a body', async () => {
    const gateway = returning(() => new Response(null, { status: 204 }));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.deepEqual([response?.status, response?.body], [204, { kind: 'none' }]);
  });

  it('cancels the body of a Response whose reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => void (isCancelled = true),
    });
    const gateway = returning(() => new Response(body));
    const response = await gateway.handle(aRequest('/mine', { headers: bearer() }));
    assert.ok(response?.body.kind === 'stream');
    for await (const _chunk of response.body.chunks) break;
    assert.equal(isCancelled, true);
  });

  const wrong: readonly (readonly [returned: unknown, what: string])[] = [
    [undefined, 'nothing'],
    ['text', 'text'],
    [{ a: 1 }, 'an object without a status from 200 to 599'],
    [{ status: 200, headers: {}, body: 'text' }, 'an object without body.kind'],
    [{ status: 200, body: { kind: 'none' } }, 'an object without headers'],
    [Response.error(), 'an object without a status from 200 to 599'],
  ];
  for (const [returned, what] of wrong) {
    it(`is named to onError when it is ${what}: ${JSON.stringify(returned)}`, async () => {
      const errors: unknown[] = [];
      const gateway = returning(
        () => returned,
        (error) => errors.push(error),
      );
      assert.equal((await get(gateway, '/mine')).status, 500);
      assert.deepEqual(errors.map(String), [
        `TypeError: operation "mine" returned ${what}: return jsonResponse(value), another ` +
          'response of @model-gateway/core/http, or a web Response',
      ]);
    });
  }
});
