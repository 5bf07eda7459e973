import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import {
  bytesResponse,
  emptyResponse,
  jsonResponse,
  type GatewayHandler,
} from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { begin, decoded, headOf, send, textReader, type Sending } from './client.ts';
import { noise } from './noise.ts';

const TEXT = 'Grüße 模型 🐼';

async function answerOf({ mount }: AdapterSubject, handler: GatewayHandler, sending: Sending = {}) {
  const { url } = await mount(handler);
  return send(`${url}/v1/`, sending);
}

/** Several parts, together far larger than the buffers of a socket. */
const PARTS = Array.from({ length: 40 }, (_, number) =>
  new TextEncoder().encode(`${number}:${noise()}\n`),
);
const WHOLE = Buffer.concat(PARTS);

/** Responses with known bytes. */
export const RESPONSE_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'JSON is sent with its type and its length in bytes',
    async run(subject) {
      const answer = await answerOf(subject, async () => jsonResponse({ text: TEXT }));
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      const body = JSON.stringify({ text: TEXT });
      assert.equal(answer.headers['content-length'], String(Buffer.byteLength(body)));
      assert.equal(answer.text, body);
    },
  },
  {
    name: 'headers are sent as the handler set them',
    async run(subject) {
      const headers = { 'content-type': 'text/x-own', etag: 'W/"1"', 'cache-control': 'no-store' };
      const answer = await answerOf(subject, async () =>
        jsonResponse({}, { status: 201, headers }),
      );
      assert.equal(answer.status, 201);
      for (const [name, value] of Object.entries(headers)) {
        assert.equal(answer.headers[name], value);
      }
    },
  },
  {
    name: 'each cookie is sent as a header of its own',
    async run(subject) {
      const cookies = ['a=1; Path=/', 'b=2; Expires=Fri, 01 Jan 2027 00:00:00 GMT'];
      const answer = await answerOf(subject, async () => ({ ...jsonResponse({}), cookies }));
      assert.deepEqual(answer.headers['set-cookie'], cookies);
    },
  },
  {
    name: 'statuses that frameworks do not know are sent',
    spec: 'contract §9',
    async run(subject) {
      for (const status of [402, 429, 502, 524, 529]) {
        const answer = await answerOf(subject, async () => jsonResponse({ status }, { status }));
        assert.deepEqual([answer.status, answer.text], [status, `{"status":${status}}`]);
      }
    },
  },
  {
    name: 'parts are sent as one body, whole and in order',
    async run(subject) {
      const answer = await answerOf(subject, async () => bytesResponse(PARTS, 'text/plain'));
      assert.equal(answer.headers['content-length'], String(WHOLE.length));
      assert.equal(answer.headers['content-type'], 'text/plain');
      assert.ok(answer.bytes.equals(WHOLE));
    },
  },
  {
    name: 'a body of zero bytes keeps its type',
    async run(subject) {
      for (const parts of [[], [new Uint8Array()]]) {
        const answer = await answerOf(subject, async () => bytesResponse(parts, 'text/plain'));
        assert.deepEqual([answer.status, answer.text], [200, '']);
        assert.equal(answer.headers['content-length'], '0');
      }
    },
  },
  {
    name: 'an answer without a body has the length 0',
    async run(subject) {
      for (const status of [200, 401, 500]) {
        const answer = await answerOf(subject, async () =>
          emptyResponse(status, { 'x-own': 'yes' }),
        );
        assert.deepEqual([answer.status, answer.text], [status, '']);
        assert.equal(answer.headers['content-length'], '0');
        assert.equal(answer.headers['content-type'], undefined);
        assert.equal(answer.headers['x-own'], 'yes');
      }
    },
  },
  {
    name: '204 and 304 have neither a body nor a length',
    spec: 'RFC 9110 §8.6',
    async run(subject) {
      for (const status of [204, 304]) {
        const answer = await answerOf(subject, async () => emptyResponse(status, { etag: '"1"' }));
        assert.deepEqual([answer.status, answer.text], [status, '']);
        assert.equal(answer.headers.etag, '"1"');
        assert.equal(answer.headers['content-length'], undefined);
        assert.equal(answer.headers['transfer-encoding'], undefined);
      }
    },
  },
  {
    name: 'HEAD is answered with the length that GET would have, and no body',
    spec: 'contract §1.6',
    async run(subject) {
      const answer = await answerOf(
        subject,
        async () =>
          emptyResponse(200, { 'content-type': 'application/json', 'content-length': '1234' }),
        { method: 'HEAD' },
      );
      assert.deepEqual([answer.status, answer.text], [200, '']);
      assert.equal(answer.headers['content-length'], '1234');
      assert.equal(answer.headers['content-type'], 'application/json');
    },
  },
  {
    name: 'one connection serves many requests of every kind',
    async run({ mount }) {
      const { url } = await mount(async ({ path }) => {
        if (path === '/other') return undefined;
        if (path === '/304') return emptyResponse(304);
        if (path === '/empty') return emptyResponse(200);
        return path === '/parts'
          ? bytesResponse(PARTS.slice(0, 3), 'text/plain')
          : jsonResponse({ path });
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ports = new Set<number | undefined>();
      try {
        for (let round = 0; round < 10; round++) {
          for (const [path, sending, status] of [
            ['/json', {}, 200],
            ['/json', { method: 'POST', body: 'nobody reads this' }, 200],
            ['/304', {}, 304],
            ['/empty', { method: 'HEAD' }, 200],
            ['/parts', {}, 200],
            ['/other', { method: 'POST', body: 'nor this' }, 404],
          ] as const) {
            const answer = await send(`${url}/v1${path}`, { ...sending, agent });
            assert.equal(answer.status, status, path);
            ports.add(answer.port);
          }
        }
      } finally {
        agent.destroy();
      }
      assert.equal(ports.size, 1, `${ports.size} connections for 60 requests`);
    },
  },
  {
    name: 'behind compression bodies arrive whole and compressed',
    async run({ mount }) {
      const long = TEXT.repeat(1000);
      const { url } = await mount(
        async ({ path }) =>
          path === '/parts' ? bytesResponse(PARTS, 'text/plain') : jsonResponse(long),
        { before: 'compress' },
      );
      for (const [path, expected] of [
        ['/json', JSON.stringify(long)],
        ['/parts', WHOLE.toString()],
      ] as const) {
        const sent = begin(`${url}/v1${path}`, { headers: { 'accept-encoding': 'gzip' } });
        sent.end();
        const response = await headOf(sent);
        assert.equal(response.headers['content-encoding'], 'gzip');
        assert.equal(response.headers['content-length'], undefined);
        assert.equal(await textReader(decoded(response).setEncoding('utf8')).end(), expected);
      }
    },
  },
];
