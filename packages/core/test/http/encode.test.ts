import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytes, empty, encodeEvent, encodeResponse, json } from '@model-gateway/core';

/* How responses become bytes. Source: decisions §1.7 and §4.5. */

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('encodeResponse', () => {
  it('writes JSON and counts its bytes', () => {
    const { status, headers, parts } = encodeResponse(json({ name: '日本🚀' }));
    const text = Buffer.concat(parts).toString();
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { name: '日本🚀' });
    assert.deepEqual(headers, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': '21',
    });
  });

  it('keeps status and headers', () => {
    const { status, headers } = encodeResponse(json({}, { status: 409, headers: { etag: '"1"' } }));
    assert.equal(status, 409);
    assert.equal(headers['etag'], '"1"');
  });

  it('passes bytes on and sums their lengths', () => {
    const given = [utf8('a'), utf8('é'), new Uint8Array()];
    const { headers, parts } = encodeResponse(bytes(given, 'text/plain'));
    assert.deepEqual(headers, { 'content-type': 'text/plain', 'content-length': '3' });
    assert.equal(Buffer.concat(parts).toString(), 'aé');
  });

  it('lets a content-type of the response win', () => {
    const { headers } = encodeResponse(
      json({}, { headers: { 'content-type': 'application/x+json' } }),
    );
    assert.equal(headers['content-type'], 'application/x+json');
  });

  for (const status of [204, 304]) {
    it(`gives ${status} no content-length`, () => {
      assert.deepEqual(encodeResponse(empty(status)).headers, {});
    });
  }

  it('gives another response without a body the length 0', () => {
    assert.deepEqual(encodeResponse(empty(200)).headers, { 'content-length': '0' });
  });
});

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
