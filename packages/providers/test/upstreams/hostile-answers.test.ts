import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { json, type FakeReply } from '@model-gateway/providers/testing';
import { startGatewayScene } from '../support/gateway-scene.ts';
import { inTurn } from '../support/long-tests.ts';
import { SUBJECTS } from '../support/providers.ts';

/* What an upstream may answer in order to break the gateway, or to show the operator's key. Each ends
   in the gateway's own error, costs nothing and is read up to a limit. */

const KEY = 'test-key';
const MEBIBYTE = 1024 * 1024;

/** As long as keys are; that of the fakes is too short to be told from words. */
const LONG_KEY = 'Qw7rT2y/U8iO-p4As_dF6gHj9Kl+x1';

/** A key in forms that a reader recognizes. */
const each = (write: (byte: number) => string) => [...Buffer.from(LONG_KEY)].map(write).join('');
const ENCODED: Readonly<Record<string, string>> = {
  base64: Buffer.from(LONG_KEY).toString('base64'),
  'base64 of the header': Buffer.from(`Bearer ${LONG_KEY}`).toString('base64'),
  hex: Buffer.from(LONG_KEY).toString('hex'),
  'percent signs': each((byte) => `%${byte.toString(16)}`),
  'HTML entities': each((byte) => `&#${byte};`),
  'escapes of JavaScript': each((byte) => `\\u00${byte.toString(16)}`),
};

const refused = (message: string, headers: Readonly<Record<string, string>> = {}): FakeReply =>
  json(
    { error: { message, type: 'invalid_request_error' }, message, detail: message },
    400,
    headers,
  );

const whole = (body: string | Uint8Array, more: Partial<FakeReply> = {}): FakeReply => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? Buffer.from(body) : body,
  ...more,
});

const coded = (coding: string, body: Uint8Array) =>
  whole(body, { headers: { 'content-type': 'application/json', 'content-encoding': coding } });

const BOMB = gzipSync(Buffer.alloc(256 * MEBIBYTE, ' '), { level: 1 });
const SPACES = Buffer.alloc(96 * MEBIBYTE, ' ');

const HOSTILE: Readonly<Record<string, FakeReply>> = {
  ...Object.fromEntries(
    Object.entries(ENCODED).map(([how, text]) => [`the key in ${how}`, refused(`Refused ${text}`)]),
  ),
  'the key in escapes of JSON': whole(
    `{"error":{"message":"Refused ${ENCODED['escapes of JavaScript']}"}}`,
    { status: 400 },
  ),
  'the key in a header': refused('no', { 'x-request-id': KEY, 'x-debug': `Bearer ${KEY}` }),
  'a bomb of gzip': coded('gzip', BOMB),
  'what is not gzip': coded('gzip', Buffer.from('{}')),
  'an unknown coding': coded('zstd-9', Buffer.from('{}')),
  'a header of 256 KiB': whole('{}', { headers: { 'x-long': 'a'.repeat(256 * 1024) } }),
  'two thousand headers': whole('{}', {
    headers: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`x-${i}`, 'a'.repeat(32)])),
  }),
  'endless spaces': whole(SPACES),
  'a hundred thousand lists in one another': whole('['.repeat(100_000)),
  'members of a prototype': whole('{"__proto__":{"data":[{}]},"constructor":{"prototype":1}}'),
  'a list of images that is a text': whole('{"data":"x","images":"x","output":"x","result":"x"}'),
  'images that are numbers': whole('{"data":[1,null],"images":[1],"output":[2],"candidates":[3]}'),
  'a number': whole('1e999'),
  nothing: whole('null'),
  'bytes that are not UTF-8': whole(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22, 0x7d])),
  'a redirect to the metadata of a cloud': whole('', {
    status: 307,
    headers: { location: 'http://169.254.169.254/latest/meta-data/' },
  }),
  'an endless wait before another try': whole('{}', {
    status: 429,
    headers: { 'retry-after': '9'.repeat(400) },
  }),
};

// Each answer to some providers, and to all of them in long tests.
const turns = inTurn([0, 1, 2, 3]);

for (const [name, subject] of Object.entries(SUBJECTS)) {
  const [first = 'submit'] = subject.stages;
  const tried = turns();

  describe(`a hostile answer to ${name}`, () => {
    for (const [position, [what, answer]] of Object.entries(HOSTILE).entries()) {
      if (!tried.includes(position % 4)) continue;
      it(`ends in an error of the gateway: ${what}`, async () => {
        await using scene = await startGatewayScene(subject, false);
        scene.fake.fail(first, answer, 4);
        const { response, text } = await scene.draw();
        assert.ok([400, 413, 429, 502].includes(response.status), `${response.status}`);
        assert.ok(text.length < 4096);
        assert.equal(JSON.parse(text).error.code, response.status);
        const shown = `${JSON.stringify(response.headers)}\n${text}\n${text.replaceAll('\\\\', '\\')}`;
        for (const form of [KEY, ...Object.values(ENCODED)])
          assert.ok(!shown.includes(form), shown);
        assert.ok(scene.received() <= 80 * MEBIBYTE, `${scene.received()} bytes were read`);
        assert.equal(scene.ledger.balanceOf('account'), '100');
        assert.deepEqual(scene.errors, []);
      });
    }
  });
}
