import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bytesResponse,
  emptyResponse,
  encodeEvent,
  encodeResponse,
  jsonResponse,
  type EncodedResponse,
  type GatewayResponse,
  type ServerSentEvent,
} from '@model-gateway/core/http';

/* How responses become bytes. Source: contract §1.7 and §4.5. */

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('encodeResponse', () => {
  it('writes JSON and counts its bytes', () => {
    const { status, headers, parts } = encodeResponse(jsonResponse({ name: '日本🚀' }));
    const text = Buffer.concat(parts).toString();
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { name: '日本🚀' });
    assert.deepEqual(headers, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': '21',
    });
  });

  it('leaves JSON in ASCII a text where it may', () => {
    const { headers, parts, text } = encodeResponse(jsonResponse({ name: 'Kyoto' }), 'text');
    assert.deepEqual([text, parts], ['{"name":"Kyoto"}', []]);
    assert.equal(headers['content-length'], '16');
  });

  it('writes other JSON as bytes even there', () => {
    const { headers, parts, text } = encodeResponse(jsonResponse({ name: 'é' }), 'text');
    assert.deepEqual([text, Buffer.concat(parts).toString()], [undefined, '{"name":"é"}']);
    assert.equal(headers['content-length'], '13');
  });

  it('keeps status and headers', () => {
    const { status, headers } = encodeResponse(
      jsonResponse({}, { status: 409, headers: { etag: '"1"' } }),
    );
    assert.equal(status, 409);
    assert.equal(headers['etag'], '"1"');
  });

  it('passes bytes on and sums their lengths', () => {
    const given = [utf8('a'), utf8('é'), new Uint8Array()];
    const { headers, parts } = encodeResponse(bytesResponse(given, 'text/plain'));
    assert.deepEqual(headers, { 'content-type': 'text/plain', 'content-length': '3' });
    assert.equal(Buffer.concat(parts).toString(), 'aé');
  });

  it('lets a content-type of the response win', () => {
    const { headers } = encodeResponse(
      jsonResponse({}, { headers: { 'content-type': 'application/x+json' } }),
    );
    assert.equal(headers['content-type'], 'application/x+json');
  });

  for (const status of [204, 304]) {
    it(`gives ${status} no content-length`, () => {
      assert.deepEqual(encodeResponse(emptyResponse(status)).headers, {});
    });
  }

  it('gives another response without a body the length 0', () => {
    assert.deepEqual(encodeResponse(emptyResponse(200)).headers, { 'content-length': '0' });
  });

  it('keeps proxies and compression from buffering a stream', () => {
    const { headers } = encodeResponse(anEventStream([], { 'cache-control': 'no-store' }));
    assert.deepEqual(headers, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
    });
  });

  it('makes each event a step of its own', async () => {
    const { steps } = encodeResponse(anEventStream([{ data: 'a' }, { comment: 'b' }]));
    assert.deepEqual(await textsOf(steps), ['data: a\n\n', ': b\n\n']);
  });

  it('passes the chunks of a stream on as they are', async () => {
    const { headers, steps } = encodeResponse({
      status: 200,
      headers: {},
      body: { kind: 'stream', chunks: of(utf8('dat'), utf8('a: x')), contentType: 'text/x' },
    });
    assert.equal(headers['content-type'], 'text/x');
    assert.deepEqual(await textsOf(steps), ['dat', 'a: x']);
  });

  it('passes on the signal that cuts a stream off, of events and of bytes', () => {
    const { signal } = new AbortController();
    const bodies = [
      { kind: 'events', events: of<ServerSentEvent>(), signal },
      { kind: 'stream', chunks: of<Uint8Array>(), contentType: 'text/x', signal },
    ] as const;
    for (const body of bodies) {
      assert.equal(encodeResponse({ status: 200, headers: {}, body }).signal, signal);
    }
  });

  it('closes the source when its reader leaves', async () => {
    let isClosed = false;
    async function* events() {
      try {
        yield { data: 'a' };
        yield { data: 'b' };
      } finally {
        isClosed = true;
      }
    }
    const { steps } = encodeResponse({
      status: 200,
      headers: {},
      body: { kind: 'events', events: events() },
    });
    for await (const _step of steps ?? []) break;
    assert.ok(isClosed);
  });
});

function anEventStream(events: readonly ServerSentEvent[], headers = {}): GatewayResponse {
  return { status: 200, headers, body: { kind: 'events', events: of(...events) } };
}

async function* of<Item>(...items: readonly Item[]) {
  yield* items;
}

async function textsOf(steps: EncodedResponse['steps']) {
  const texts: string[] = [];
  for await (const step of steps ?? []) texts.push(Buffer.concat([...step]).toString());
  return texts;
}

describe('encodeEvent', () => {
  for (const [what, event, text] of [
    ['data', { data: '{"a":1}' }, 'data: {"a":1}\n\n'],
    ['the end', { data: '[DONE]' }, 'data: [DONE]\n\n'],
    ['a comment', { comment: 'keep-alive' }, ': keep-alive\n\n'],
    ['lines', { data: 'a\nb' }, 'data: a\ndata: b\n\n'],
    ['foreign line ends', { data: 'a\r\nb\rc' }, 'data: a\ndata: b\ndata: c\n\n'],
    ['an event inside data', { data: 'a\n\nevent: x' }, 'data: a\ndata: \ndata: event: x\n\n'],
    ['a comment with lines', { comment: 'a\ndata: b' }, ': a\n: data: b\n\n'],
    ['nothing', { data: '' }, 'data: \n\n'],
    ['data in parts', { dataParts: [utf8('{"a":'), utf8('1}')] }, 'data: {"a":1}\n\n'],
  ] as const) {
    it(`writes ${what}`, () => {
      assert.equal(Buffer.concat([...encodeEvent(event)]).toString(), text);
    });
  }
});

describe('an event with a name', () => {
  it('has it on a line of its own, before its data', () => {
    const bytes = encodeEvent({ id: '1', event: 'message_start', data: '{}' });
    assert.equal(Buffer.concat([...bytes]).toString(), 'id: 1\nevent: message_start\ndata: {}\n\n');
  });
});
