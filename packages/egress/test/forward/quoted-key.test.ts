import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { proxied, UPSTREAM_KEY } from './proxied.ts';
import { quotesOf } from './secret-quotes.ts';

/* An upstream that quotes the operator's key does not show it to clients. Source: contract §1.10. */

const KEY = new RegExp(UPSTREAM_KEY.slice(2));
const STATUSES = [200, 201, 206, 400, 404, 409, 418, 422, 429, 500, 502, 503, 529];

describe('an upstream that quotes its key', () => {
  for (const status of STATUSES) {
    it(`with a ${status} shows asterisks`, async (t) => {
      const { send } = await proxied(t, (req, res) => {
        res.writeHead(status, {
          'content-type': 'application/json',
          location: `https://a.example/?key=${UPSTREAM_KEY}`,
          'x-ratelimit-key': Buffer.from(` ${UPSTREAM_KEY}`).toString('base64'),
        });
        res.end(JSON.stringify({ headers: req.headers }));
      });
      const { status: seen, text, headers } = await send();
      assert.equal(seen, status);
      assert.equal(JSON.parse(text).headers.authorization, 'Bearer ******************');
      assert.equal(headers['location'], 'https://a.example/?key=******************');
      assert.match(String(headers['x-ratelimit-key']), /^IH\*{20,}.{0,4}$/);
      assert.doesNotMatch(text + JSON.stringify(headers), KEY);
    });
  }

  for (const [where, answer] of [
    ['the words of its status', `200 ${UPSTREAM_KEY}\r\ncontent-length: 2\r\n\r\nok`],
    ['the name of a header', `200 OK\r\n${UPSTREAM_KEY}: 1\r\ncontent-length: 2\r\n\r\nok`],
    [
      'an extension of a chunk',
      `200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;key=${UPSTREAM_KEY}\r\nok\r\n0\r\n\r\n`,
    ],
    [
      'a trailer',
      `200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-key\r\n\r\n2\r\nok\r\n0\r\nx-key: ${UPSTREAM_KEY}\r\n\r\n`,
    ],
  ] as const) {
    it(`in ${where} does not pass it on`, async (t) => {
      const raw = (socket: Socket) =>
        void socket.once('data', () => socket.end(`HTTP/1.1 ${answer}`));
      const { send } = await proxied(t, { raw });
      const heard = await send();
      assert.deepEqual([heard.status, heard.reason, heard.text], [200, 'OK', 'ok']);
      assert.doesNotMatch(JSON.stringify(heard), KEY);
    });
  }

  it('in any encoding, byte by byte, shows none of them', async (t) => {
    const quotes = Object.entries(quotesOf(UPSTREAM_KEY));
    const { send } = await proxied(t, (req, res) => {
      const bytes = quotes[Number(req.url?.split('/').at(-1))]?.[1] ?? Buffer.alloc(0);
      res.writeHead(200, { 'content-type': 'application/octet-stream' });
      const write = (at: number) => {
        if (at >= bytes.byteLength) res.end('!');
        else res.write(bytes.subarray(at, at + 1), () => write(at + 1));
      };
      write(0);
    });
    for (const [number, [form, bytes]] of quotes.entries()) {
      const { text } = await send({ path: `/v1/${number}` });
      const shown = Buffer.from(text.replace(/!$/, ''));
      const asterisks = [...shown].filter((byte) => byte === 0x2a).length;
      assert.ok(
        asterisks >= Math.max(bytes.byteLength - 32, UPSTREAM_KEY.length - 2),
        `${form}: ${text}`,
      );
    }
  });

  const compressions = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const;
  for (const [coding, compress] of compressions) {
    it(`in an answer that is compressed by ${coding} all the same shows asterisks`, async (t) => {
      const { send } = await proxied(t, (_req, res) => {
        res.writeHead(200, { 'content-encoding': coding });
        res.end(compress(`{"key":"${UPSTREAM_KEY}"}`));
      });
      assert.equal((await send()).text, '{"key":"******************"}');
    });
  }

  for (const coding of ['compress', 'gzip, gzip', 'aes128gcm']) {
    it(`in an answer that is encoded by ${coding} shows nothing`, async (t) => {
      const { send } = await proxied(t, (_req, res) => {
        res.writeHead(200, { 'content-encoding': coding });
        res.end(gzipSync(gzipSync(UPSTREAM_KEY)));
      });
      await assert.rejects(send(), { code: 'ECONNRESET' });
    });
  }

  it('in a transfer coding is a 502', async (t) => {
    const { send } = await proxied(t, {
      raw: (socket) =>
        void socket.once('data', () => {
          const zipped = gzipSync(UPSTREAM_KEY);
          socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n');
          socket.write(`${zipped.byteLength.toString(16)}\r\n`);
          socket.write(zipped);
          socket.end('\r\n0\r\n\r\n');
        }),
    });
    assert.equal((await send()).status, 502);
  });

  it('in a header of its own shows asterisks, and headers that are no secret as they are', async (t) => {
    const options = {
      apiKey: null,
      headers: {
        'x-api-key': 'key-in-a-header',
        authorization: `Basic ${Buffer.from('user:password-1').toString('base64')}`,
        'x-odd': 'also-a-secret',
        'anthropic-version': '2023-06-01',
      },
    };
    const { send } = await proxied(
      t,
      (req, res) => res.end(`${JSON.stringify(req.headers)} password-1 user:password-1`),
      { options },
    );
    const { text } = await send();
    assert.doesNotMatch(text, /key-in-a-header|password-1|also-a-secret|dXNlcj/);
    assert.match(text, /"anthropic-version":"2023-06-01"/);
  });
});
