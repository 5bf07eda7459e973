import assert from 'node:assert/strict';
import type { ServerSentEvent } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { send } from './client.ts';
import { streamHandler } from './streaming.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** How streams look on the wire: the text of events, and opaque bytes. */
export const WIRE_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'events are sent in order, as lines closed by a blank line',
    async run({ mount }) {
      const { handler } = streamHandler(
        async function* (): AsyncGenerator<ServerSentEvent> {
          yield { data: '{"a":1}' };
          yield { comment: 'still here' };
          yield { data: 'two\nlines 模型' };
          yield { dataParts: [encode('b'), encode('ytes')] };
          yield { data: '[DONE]' };
        },
        (events) => ({ kind: 'events', events }),
      );
      const { url } = await mount(handler);
      const answer = await send(`${url}/v1/stream`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.equal(answer.headers['x-accel-buffering'], 'no');
      assert.equal(answer.headers['content-length'], undefined);
      assert.equal(
        answer.text,
        'data: {"a":1}\n\n: still here\n\ndata: two\ndata: lines 模型\n\ndata: bytes\n\ndata: [DONE]\n\n',
      );
    },
  },
  {
    name: 'chunks are sent in order and unchanged, with the given type',
    async run({ mount }) {
      const chunks = [EVERY_BYTE, new Uint8Array(), encode('data: half an ev'), encode('ent\r\n')];
      const { handler } = streamHandler(
        async function* () {
          yield* chunks;
        },
        (items) => ({ kind: 'stream', chunks: items, contentType: 'text/x-own; charset=latin1' }),
      );
      const { url } = await mount(handler);
      const answer = await send(`${url}/v1/stream`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'text/x-own; charset=latin1');
      assert.equal(answer.headers['x-accel-buffering'], 'no');
      assert.equal(answer.headers['content-length'], undefined);
      assert.ok(answer.bytes.equals(Buffer.concat(chunks)));
    },
  },
];

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, value) => value);
