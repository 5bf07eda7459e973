import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { bytesResponse, jsonResponse, type GatewayResponse } from '@model-gateway/core/http';
import { sendResponse, serve } from '@model-gateway/node';
import { get, rawClient } from './raw-client.ts';

const utf8 = new TextEncoder();

/** Returns what a client receives of a response, and what was passed to `end`. */
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
  ['bytes that are not text', Uint8Array.from({ length: 256 }, (_, byte) => byte), false],
  ['no bytes', new Uint8Array(), true],
  ['a part of a larger buffer', utf8.encode('before{"ok":true}after').subarray(6, 17), true],
];

describe('sendResponse', () => {
  for (const [name, body, isText] of bodies) {
    it(`sends ${name} as they are, as ${isText ? 'text with the head' : 'bytes'}`, async () => {
      const outcome = await sent(bytesResponse([body], 'application/octet-stream'));
      assert.deepEqual(outcome.arrived, new Uint8Array(body));
      assert.equal(outcome.length, String(body.byteLength));
      assert.equal(outcome.isText, isText);
    });
  }

  for (const [name, value, isText] of [
    ['JSON in ASCII', 'x'.repeat(10_000), true],
    ['JSON beyond ASCII', '日本', false],
    ['JSON that is long', 'x'.repeat(40_000), false],
  ] as const) {
    it(`sends ${name} as ${isText ? 'text with the head' : 'bytes'}`, async () => {
      const outcome = await sent(jsonResponse({ value }));
      assert.deepEqual(JSON.parse(new TextDecoder().decode(outcome.arrived)), { value });
      assert.equal(outcome.length, String(outcome.arrived.byteLength));
      assert.equal(outcome.isText, isText);
    });
  }

  it('sends several parts one after the other', async () => {
    const parts = ['{"a":', '"ü"', '}'].map((part) => utf8.encode(part));
    const { arrived, length } = await sent(bytesResponse(parts, 'application/json'));
    assert.equal(new TextDecoder().decode(arrived), '{"a":"ü"}');
    assert.equal(length, '10');
  });

  it('sends several small parts of ASCII as one text with the head', async () => {
    const parts = ['{"a":', '"b"', '}'].map((part) => utf8.encode(part));
    const { arrived, length, isText } = await sent(bytesResponse(parts, 'application/json'));
    assert.equal(new TextDecoder().decode(arrived), '{"a":"b"}');
    assert.deepEqual([length, isText], ['9', true]);
  });

  it('sends several parts of more than 2,048 bytes together as bytes', async () => {
    const parts = [utf8.encode('x'.repeat(2048)), utf8.encode('y')];
    const { arrived, isText } = await sent(bytesResponse(parts, 'text/plain'));
    assert.equal(arrived.byteLength, 2049);
    assert.equal(isText, false);
  });

  it('sends the few bytes that end a large event without waiting for its client', async () => {
    const written: number[] = [];
    let announce = () => {};
    const allWritten = new Promise<void>((resolve) => (announce = resolve));
    const large = new Uint8Array(16 * 1024 * 1024);
    await using server = await serve(
      async () => ({
        status: 200,
        headers: {},
        body: {
          kind: 'events',
          events: (async function* () {
            yield { dataParts: [large, utf8.encode('"}')] };
          })(),
        },
      }),
      {
        send(res, response) {
          const { write } = res;
          res.write = (...args: unknown[]) => {
            // What sendResponse writes is bytes.
            written.push((args[0] as Uint8Array).byteLength);
            if (written.length === 4) announce();
            // The arguments are those that it takes.
            return Reflect.apply(write, res, args) as boolean;
          };
          return sendResponse(res, response);
        },
      },
    );
    await using client = await rawClient(server.port);
    client.socket.pause();
    client.send(get('/'));
    await allWritten;
    assert.deepEqual(written, ['data: '.length, large.byteLength, '"}'.length, '\n\n'.length]);
  });

  it('rejects, and sends nothing, when a header cannot be written', async () => {
    const refused: unknown[] = [];
    await using server = await serve(
      async () => jsonResponse({}, { headers: { 'x-name': 'Žižek\n' } }),
      {
        async send(res, response) {
          await sendResponse(res, response).catch((error: unknown) => refused.push(error));
          refused.push(res.headersSent);
          res.end();
        },
      },
    );
    await (await fetch(server.url)).text();
    assert.match(String(refused[0]), /ERR_INVALID_CHAR/);
    assert.equal(refused[1], false);
  });

  it('resolves when the client has left', async () => {
    const outcomes: unknown[] = [];
    await using server = await serve(async () => jsonResponse({ ok: true }), {
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
