import { GatewayError } from '@model-gateway/core';
import type { GatewayRequest, GatewayResponse, RequestBody } from '@model-gateway/core/http';
import type { Clock } from '@model-gateway/core';
import {
  createMemorySink,
  createRecorder,
  createRedactor,
  recordingMeta,
  writeFixtureFile,
  type FixtureFile,
  type MemorySink,
} from '@model-gateway/fixtures';
import type { KeptBody } from '../journal/kept-body.ts';
import type { KeptAnswer, KeptResponse } from '../journal/kept-response.ts';
import type { RequestRecord } from '../journal/request-record.ts';
import type { FixtureJson } from './wire/fixture.ts';

/**
 * Returns the fixture that the recorder writes for a request of the journal, by sending it to a
 * handler that answers as the journal says. Its clock shows the times at which the stream was sent.
 * What a model said becomes a conversation, with all that the request has of it.
 * Throws a 409 when there is no whole answer.
 */
export async function toFixture(record: RequestRecord, basePath: string): Promise<FixtureJson> {
  const { status, response } = record;
  if (record.isUnhandled) throw unusable('nothing answered this request');
  if (status === undefined || response === undefined || record.durationMs === undefined) {
    throw unusable('the answer to this request has not ended, or its connection was broken');
  }
  const sink = createMemorySink({ keepsPrompts: true });
  const time = { now: 0 };
  const recorder = createRecorder({
    upstream: async () => responseOf(status, response, time),
    sink,
    redactor: createRedactor({ keepPrompts: true }),
    conversations: true,
    clock: clockOf(time),
  });
  const answered = await recorder(requestOf(record, basePath));
  if (answered?.body.kind === 'stream') for await (const _chunk of answered.body.chunks);
  await recorder.settled();
  return fileOf(record, sink);
}

function fileOf({ at, number }: RequestRecord, sink: MemorySink): FixtureJson {
  const [conversation] = sink.conversations();
  const [kept] = conversation === undefined ? sink.exchanges() : [conversation];
  if (kept === undefined) throw unusable('the recorder keeps no request like this');
  const assets = [...sink.assets].map(([name, bytes]) => ({ name, base64: toBase64(bytes) }));
  const meta = recordingMeta({ now: at, keepsPrompts: true });
  const file: FixtureFile =
    conversation === undefined ? sink.file(meta) : { gw: 1, meta, conversations: [conversation] };
  return { file: fileName(kept.id, number), text: writeFixtureFile(file), assets };
}

function fileName(id: string, number: number): string {
  const name = id.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${name === '' ? `request-${number}` : name}.gw.yaml`;
}

const TENANT_PREFIX = /^\/t\/[^/]+(?=\/|$)/;

function requestOf(record: RequestRecord, basePath: string): GatewayRequest {
  const { method, path, search, headers, body } = record;
  const api = path.replace(TENANT_PREFIX, '');
  const below = api.startsWith(`${basePath}/`) ? api.slice(basePath.length) : api;
  return { method, path: below, search, mount: basePath, headers, body: bodyOf(body) };
}

function bodyOf(body: KeptBody): RequestBody {
  switch (body.kind) {
    case 'bytes':
      return { kind: 'bytes', read: async () => body.bytes };
    case 'value':
      return { kind: 'parsed', value: body.value };
    case 'left out':
      throw unusable('the body of this request was too long to be kept');
    case 'none':
    case 'unread':
      return { kind: 'none' };
  }
}

function responseOf(
  status: number,
  { headers, body }: KeptResponse,
  time: { now: number },
): GatewayResponse {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_MOCK.test(name)));
  return { status, headers: own, body: answerOf(body, time) };
}

/** Says how the mock answered, which a replay does not repeat. */
const OF_MOCK = /^x-mock-/;

function answerOf(body: KeptAnswer, time: { now: number }): GatewayResponse['body'] {
  if (body.kind === 'left out') throw unusable('the answer to this request is no longer kept');
  if (body.kind !== 'stream') return body;
  if (body.leftOut > 0) throw unusable('this stream was too long to be kept in full');
  const { chunks, contentType } = body;
  async function* again() {
    for (const { atMs, bytes } of chunks) {
      time.now = Math.max(time.now, atMs);
      yield bytes;
    }
  }
  return { kind: 'stream', contentType, chunks: again() };
}

function clockOf(time: { now: number }): Clock {
  return { now: () => time.now, after: () => () => {} };
}

function unusable(why: string): GatewayError {
  return new GatewayError('conflict', { message: `This request makes no fixture: ${why}` });
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
