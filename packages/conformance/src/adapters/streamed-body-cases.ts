import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { isGatewayError } from '@model-gateway/core';
import { errorResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { begin, headOf, read, send } from './client.ts';
import { echo, ECHO_LIMIT_BYTES } from './echo.ts';
import { limitCases } from './limit-cases.ts';
import { signalled, within } from './within.ts';

const CHUNK = new Uint8Array(64 * 1024);
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, value) => value);
/** More than the buffers of two sockets on one machine hold. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Bodies that are read as they arrive. */
export const STREAMED_BODY_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'a streamed body arrives byte for byte',
    async run({ mount }) {
      const { url } = await mount(streaming());
      for (const headers of [{ 'content-length': '256' }, { 'transfer-encoding': 'chunked' }]) {
        const body = EVERY_BYTE;
        const answer = await send(`${url}/v1/stream`, { method: 'POST', headers, body });
        assert.equal(answer.text, JSON.stringify(Buffer.from(body).toString('hex')));
      }
    },
  },
  {
    name: 'a streamed body arrives before its end is sent',
    async run({ mount }) {
      const first = signalled();
      const { url } = await mount(streaming({ onChunk: async () => first.resolve() }));
      const sent = begin(`${url}/v1/stream`, { method: 'POST' });
      sent.write('one ');
      await within(first.done, 'the first chunk');
      sent.end('two');
      const answer = await read(await headOf(sent));
      assert.equal(answer.text, JSON.stringify(Buffer.from('one two').toString('hex')));
    },
  },
  {
    name: 'a streamed body waits for its reader',
    async run({ mount }) {
      const first = signalled();
      const resumed = signalled();
      let receivedBytes = 0;
      const { url } = await mount(async (request) => {
        if (request.path !== '/stream') return echo(request);
        for await (const chunk of streamOf(request, LARGE_BYTES)) {
          receivedBytes += chunk.byteLength;
          first.resolve();
          await resumed.done;
        }
        return jsonResponse(receivedBytes);
      });
      const sent = begin(`${url}/v1/stream`, { method: 'POST' });
      const { writtenBytes, allWritten } = writeAll(sent);
      await within(first.done, 'the first chunk');
      // A host without back-pressure would have everything by now.
      for (let i = 0; i < 50; i++) await send(`${url}/v1/echo`);
      const bytes = writtenBytes();
      assert.ok(bytes < LARGE_BYTES, `the host took ${bytes} bytes, although one chunk was read`);
      resumed.resolve();
      await within(allWritten, 'the rest to be taken');
      assert.equal((await read(await headOf(sent))).text, String(LARGE_BYTES));
    },
  },
  ...limitCases('a streamed body', '/v1/stream', streaming()),
  {
    name: 'a handler may answer before a streamed body has ended',
    async run({ mount }) {
      const { url } = await mount(async (request) => {
        for await (const chunk of streamOf(request, ECHO_LIMIT_BYTES)) {
          return jsonResponse(chunk.byteLength > 0);
        }
        return undefined;
      });
      const sent = begin(`${url}/v1/stream`, { method: 'POST' });
      sent.write('the beginning');
      assert.equal((await read(await headOf(sent))).text, 'true');
      sent.destroy();
    },
  },
  {
    name: 'streaming a body rejects with the signal’s reason when the client leaves in mid-body',
    async run({ mount }) {
      const first = signalled();
      let report: (end: EndOfStreaming) => void = () => {};
      const ended = new Promise<EndOfStreaming>((resolve) => (report = resolve));
      const handler = streaming({ onChunk: async () => first.resolve() });
      const { url } = await mount(async (request) => {
        const error: unknown = await handler(request).catch((thrown: unknown) => thrown);
        report({ error, signal: request.signal });
        return jsonResponse(null);
      });
      const headers = { 'content-length': '100' };
      const sent = begin(`${url}/v1/stream`, { method: 'POST', headers });
      sent.write('half of it');
      await within(first.done, 'the first chunk');
      sent.destroy();
      const { error, signal } = await within(ended, 'the end of streaming');
      assert.equal(signal?.aborted, true);
      assert.equal(error, signal.reason);
    },
  },
  {
    name: 'streaming a body that was read before fails with an error that says what to do',
    async run({ mount }) {
      const { url } = await mount(streaming(), { before: 'consume' });
      const answer = await send(`${url}/v1/stream`, { method: 'POST', body: 'x' });
      assert.equal(answer.status, 500);
      assert.match(answer.text, /the host saw: the request body was read before/);
    },
  },
];

interface EndOfStreaming {
  /** An answer when the whole body arrived. */
  readonly error: unknown;
  readonly signal: AbortSignal | undefined;
}

/** Streams bodies at `/stream` and answers with their bytes as hexadecimal digits. */
function streaming({ onChunk = async () => {} }: { onChunk?: () => Promise<void> } = {}) {
  const handler: GatewayHandler = async (request) => {
    if (request.path !== '/stream') return echo(request);
    let hex = '';
    try {
      for await (const chunk of streamOf(request, ECHO_LIMIT_BYTES)) {
        hex += Buffer.from(chunk).toString('hex');
        await onChunk();
      }
      return jsonResponse(hex);
    } catch (error) {
      if (isGatewayError(error)) return errorResponse(error, undefined);
      throw error;
    }
  };
  return handler;
}

function streamOf({ body }: Parameters<GatewayHandler>[0], limitBytes: number) {
  assert.ok(body.kind === 'bytes' && body.stream !== undefined, 'the body must be streamable');
  return body.stream(limitBytes);
}

/** Writes `LARGE_BYTES` as fast as the connection takes them. */
function writeAll(sent: ClientRequest) {
  let bytes = 0;
  const write = async () => {
    for (; bytes < LARGE_BYTES; bytes += CHUNK.byteLength) {
      if (!sent.write(CHUNK)) await once(sent, 'drain');
    }
    sent.end();
  };
  const allWritten = write();
  // A case that fails earlier does not wait for it, and then the connection breaks.
  allWritten.catch(() => {});
  return { writtenBytes: () => bytes, allWritten };
}
