import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HttpClient, OutgoingRequest, PiecedRequest } from '@model-gateway/core';
import { LongText, mediaSource } from '@model-gateway/core/kit';
import { base64Text } from '../../src/http/json-body.ts';
import { senderFor, type UnsignedRequest } from '../../src/http/upstream.ts';

const MEDIA = [Buffer.from('AQID'), Buffer.from('BAUG')];
const LONG = { a: base64Text(mediaSource('base64', new LongText(MEDIA))), b: 'é' };
const WRITTEN = '{"a":"AQIDBAUG","b":"é"}';

const ANSWER = { status: 200, headers: {}, body: (async function* () {})() };

/** Sends JSON by a client, which takes pieces or does not. */
async function sent(json: unknown, takesPieces: boolean) {
  const whole: OutgoingRequest[] = [];
  const pieced: PiecedRequest[] = [];
  const signed: unknown[] = [];
  const send = async (request: OutgoingRequest) => {
    whole.push(request);
    return ANSWER;
  };
  const sendPieces = async (request: PiecedRequest) => {
    pieced.push(request);
    return ANSWER;
  };
  const http: HttpClient = takesPieces ? Object.assign(send, { sendPieces }) : send;
  const headers = ({ body }: UnsignedRequest) => {
    signed.push(body && Buffer.from(body).toString());
    return { authorization: 'signed' };
  };
  const baseUrl = 'https://a.test/v1';
  const sender = senderFor({ http, baseUrl, query: undefined, keyHosts: [], headers });
  await sender({ path: '/chat', json }, new AbortController().signal);
  return { whole, pieced, signed };
}

describe('a body with media in pieces', () => {
  it('goes out in pieces to a client that takes them, signed as the text it says', async () => {
    const { whole, pieced, signed } = await sent(LONG, true);
    assert.equal(whole.length, 0);
    const [call] = pieced;
    assert.ok(call);
    const { body } = call;
    assert.equal(Buffer.concat(body).toString(), WRITTEN);
    for (const piece of MEDIA) assert.ok(body.includes(piece));
    assert.deepEqual(signed, [WRITTEN]);
    assert.equal(call.url, 'https://a.test/v1/chat');
    assert.equal(call.headers?.['content-type'], 'application/json');
    assert.equal(call.headers?.['authorization'], 'signed');
    assert.equal(call.maxRedirects, 0);
  });

  for (const [what, json, takesPieces] of [
    ['is joined for a client that takes none', LONG, false],
    ['is one piece without long media, and sent as that', { a: 'AQIDBAUG', b: 'é' }, true],
  ] as const) {
    it(what, async () => {
      const { whole, pieced, signed } = await sent(json, takesPieces);
      assert.equal(pieced.length, 0);
      assert.deepEqual(
        whole.map(({ body }) => body && Buffer.from(body).toString()),
        [WRITTEN],
      );
      assert.deepEqual(signed, [WRITTEN]);
    });
  }
});
