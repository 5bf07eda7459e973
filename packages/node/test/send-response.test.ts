import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { bytes, json, type GatewayResponse } from '@model-gateway/core';
import { sendResponse, serve } from '@model-gateway/node';

const utf8 = new TextEncoder();

/** What a client gets of a response, and what was handed to `end`. */
async function sent(response: GatewayResponse) {
  let ended: unknown;
  const send = (res: ServerResponse, answer: GatewayResponse) => {
    const { end } = res;
    res.end = (...args: unknown[]) => {
      [ended] = args;
      // The arguments are those that it takes.
      return Reflect.apply(end, res, args) as ServerResponse;
    };
    return sendResponse(res, answer);
  };
  await using server = await serve(async () => response, { send });
  const answer = await fetch(server.url);
  const arrived = new Uint8Array(await answer.arrayBuffer());
  return {
    arrived,
    length: answer.headers.get('content-length'),
    isText: typeof ended === 'string',
  };
}

const bodies: readonly (readonly [string, Uint8Array, boolean])[] = [
  ['a few bytes of ASCII', utf8.encode('{"ok":true}'), true],
  ['2,048 bytes of ASCII', utf8.encode('x'.repeat(2048)), true],
  ['one byte more', utf8.encode('x'.repeat(2049)), false],
  ['text beyond ASCII', utf8.encode('{"name":"Žižek 🦊"}'), false],
  ['bytes that are no text', Uint8Array.from({ length: 256 }, (_, byte) => byte), false],
  ['no bytes', new Uint8Array(), true],
  ['a part of a larger buffer', utf8.encode('before{"ok":true}after').subarray(6, 17), true],
];

describe('sendResponse', () => {
  for (const [name, body, isText] of bodies) {
    it(`sends ${name} as they are, as ${isText ? 'text with the head' : 'bytes'}`, async () => {
      const outcome = await sent(bytes([body], 'application/octet-stream'));
      assert.deepEqual(outcome.arrived, new Uint8Array(body));
      assert.equal(outcome.length, String(body.byteLength));
      assert.equal(outcome.isText, isText);
    });
  }

  it('sends several parts one after the other', async () => {
    const parts = ['{"a":', '"ü"', '}'].map((part) => utf8.encode(part));
    const { arrived, length } = await sent(bytes(parts, 'application/json'));
    assert.equal(new TextDecoder().decode(arrived), '{"a":"ü"}');
    assert.equal(length, '10');
  });

  it('rejects, and sends nothing, when a header cannot be written', async () => {
    const refused: unknown[] = [];
    await using server = await serve(async () => json({}, { headers: { 'x-name': 'Žižek\n' } }), {
      async send(res, response) {
        await sendResponse(res, response).catch((error: unknown) => refused.push(error));
        refused.push(res.headersSent);
        res.end();
      },
    });
    await (await fetch(server.url)).text();
    assert.match(String(refused[0]), /ERR_INVALID_CHAR/);
    assert.equal(refused[1], false);
  });

  it('is done, and no error, when the client is gone', async () => {
    const outcomes: unknown[] = [];
    await using server = await serve(async () => json({ ok: true }), {
      async send(res, response) {
        const sending = sendResponse(res, response);
        res.destroy();
        outcomes.push(await sending);
      },
    });
    await assert.rejects(fetch(server.url));
    assert.deepEqual(outcomes, [undefined]);
  });
});
