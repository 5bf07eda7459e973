import assert from 'node:assert/strict';
import { once } from 'node:events';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ConformanceCase } from '../conformance-case.ts';
import { PARSER_LIMIT_BYTES, type AdapterSubject, type HostMiddleware } from './adapter-subject.ts';
import { begin, send } from './client.ts';
import { bytesOf, echo, ECHO_LIMIT_BYTES, echoedIn, errorIn } from './echo.ts';
import { within } from './within.ts';

/** Posts to a host that has `before` in front of an echo. */
async function post(
  { mount }: AdapterSubject,
  before: HostMiddleware,
  type: string,
  body: string | Uint8Array,
  path = '/v1/echo',
) {
  const { url } = await mount(echo, { before });
  return send(url + path, { method: 'POST', headers: { 'content-type': type }, body });
}

const JSON_TYPE = 'application/json';
const TOO_LONG_TO_PARSE = JSON.stringify('x'.repeat(PARSER_LIMIT_BYTES));

/** Bodies that a parser of the host may have read first. */
export const PARSER_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'behind a JSON parser the body is the parsed value',
    async run(subject) {
      for (const value of [{ prompt: 'Grüße 模型 🐼', n: [1, null] }, [], {}]) {
        const answer = await post(subject, 'json', JSON_TYPE, JSON.stringify(value));
        assert.deepEqual(echoedIn(answer).body, { kind: 'parsed', value });
      }
    },
  },
  {
    name: 'behind a JSON parser a body of another type can still be read',
    async run(subject) {
      const answer = await post(subject, 'json', 'application/octet-stream', '{"prompt":"a"}');
      assert.deepEqual(echoedIn(answer).body, bytesOf('{"prompt":"a"}'));
    },
  },
  {
    name: 'behind a JSON parser a request without a body has the body kind none',
    async run({ mount }) {
      const { url } = await mount(echo, { before: 'json' });
      assert.deepEqual(echoedIn(await send(`${url}/v1/echo`)).body, { kind: 'none' });
    },
  },
  {
    name: 'behind a JSON parser malformed JSON gets the gateway’s 400, which does not quote it',
    spec: 'contract §1.5',
    async run(subject) {
      const answer = await post(subject, 'json', JSON_TYPE, '{"api_key":"hunter2"');
      assert.equal(answer.status, 400);
      // Not every parser keeps the text, which is needed to find the place.
      assert.match(
        errorIn(answer).message,
        /^Invalid request parameters: the body must be valid JSON(; parsing failed at line 1, column 21)?$/,
      );
      assert.doesNotMatch(answer.text, /hunter2/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(String(answer.headers['x-request-id']), /./);
    },
  },
  {
    name: 'behind a JSON parser a body above its limit gets the gateway’s 413',
    spec: 'contract §9',
    async run(subject) {
      const answer = await post(subject, 'json', JSON_TYPE, TOO_LONG_TO_PARSE);
      assert.equal(answer.status, 413);
      assert.deepEqual(errorIn(answer).metadata, { limit_bytes: PARSER_LIMIT_BYTES });
    },
  },
  {
    name: 'behind a JSON parser malformed JSON outside the mount is left to the host',
    async run(subject) {
      const answer = await post(subject, 'json', JSON_TYPE, '{"a":', '/elsewhere');
      assert.equal(answer.status, 500);
      assert.match(answer.text, /^the host saw: /);
    },
  },
  {
    name: 'behind a JSON parser errors of the handler still reach the host',
    async run({ mount }) {
      const broken = async () => Promise.reject(new Error('broken'));
      const { url } = await mount(broken, { before: 'json' });
      const answer = await send(`${url}/v1/echo`);
      assert.deepEqual([answer.status, answer.text], [500, 'the host saw: broken']);
    },
  },
  {
    name: 'behind a JSON parser a client that leaves in mid-body does not break the host',
    async run({ mount }) {
      const { url } = await mount(echo, { before: 'json' });
      const sent = begin(`${url}/v1/echo`, {
        method: 'POST',
        headers: { 'content-type': JSON_TYPE, 'content-length': '100', expect: '100-continue' },
      });
      sent.flushHeaders();
      await within(once(sent, 'continue'), 'the host to begin');
      sent.write('{"prompt":');
      sent.destroy();
      for (let i = 0; i < 5; i++) {
        assert.equal(echoedIn(await send(`${url}/v1/echo`)).path, '/echo');
      }
    },
  },
  {
    name: 'behind a raw parser the body is bytes, and the limit applies',
    async run(subject) {
      const type = 'application/octet-stream';
      const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
      assert.deepEqual(echoedIn(await post(subject, 'raw', type, bytes)).body, bytesOf(bytes));
      const long = await post(subject, 'raw', type, 'x'.repeat(ECHO_LIMIT_BYTES + 1));
      assert.equal(long.status, 413);
    },
  },
  {
    name: 'behind a text parser the body is bytes, and the limit applies',
    async run(subject) {
      const text = '{"prompt":"Grüße 模型 🐼"}';
      assert.deepEqual(
        echoedIn(await post(subject, 'text', 'text/plain', text)).body,
        bytesOf(text),
      );
      const long = await post(subject, 'text', 'text/plain', 'ü'.repeat(ECHO_LIMIT_BYTES / 2 + 1));
      assert.equal(long.status, 413);
    },
  },
  {
    name: 'behind a parser the headers say of a compressed body what its bytes are',
    async run({ mount }) {
      const text = '{"prompt":"a red panda"}';
      for (const [before, type] of [
        ['json', JSON_TYPE],
        ['text', 'text/plain'],
        ['raw', 'application/octet-stream'],
      ] as const) {
        const { url } = await mount(echo, { before });
        const headers = { 'content-type': type, 'content-encoding': 'gzip' };
        const body = gzipSync(text);
        const answer = await send(`${url}/v1/echo`, { method: 'POST', headers, body });
        const { headers: seen, body: echoed } = echoedIn(answer);
        // A parser inflates, or it leaves the bytes and the header.
        const isInflated = seen['content-encoding'] === undefined;
        if (echoed.kind === 'parsed') {
          assert.deepEqual([isInflated, echoed.value], [true, JSON.parse(text)]);
          continue;
        }
        assert.ok(echoed.kind === 'bytes');
        const bytes = Buffer.from(echoed.hex, 'hex');
        assert.equal(String(isInflated ? bytes : gunzipSync(bytes)), text, before);
      }
    },
  },
  {
    name: 'a body that was read before fails with an error that says what to do',
    async run(subject) {
      const answer = await post(subject, 'consume', JSON_TYPE, '{"prompt":"a"}');
      assert.equal(answer.status, 500);
      assert.match(
        answer.text,
        /the host saw: the request body was read before the request reached the gateway/,
      );
    },
  },
  {
    name: 'a request without a body passes middleware that reads bodies',
    async run({ mount }) {
      const { url } = await mount(echo, { before: 'consume' });
      assert.deepEqual(echoedIn(await send(`${url}/v1/echo`)).body, { kind: 'none' });
    },
  },
];
