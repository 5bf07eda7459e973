import {
  startFakeAnthropic,
  startFakeBedrock,
  startFakeCohere,
  startFakeGemini,
  startFakeOpenAi,
  type FakeProvider,
} from '@model-gateway/providers/testing';
import { DELTAS, type Wire } from '../servers/chat-routes.ts';

/** A stream of a wire. */
export interface StreamParts {
  readonly contentType: string;
  /** What comes before the first word. */
  readonly first: Buffer;
  /** Deltas of text, numbered, counted and padded as the wire has them. */
  readonly deltas: readonly Buffer[];
  readonly last: Buffer;
}

interface Source {
  readonly start: () => Promise<FakeProvider>;
  /** Below the base URL of the fake. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** What only a frame with a delta of text has. */
  readonly delta: RegExp;
  /** Lets each frame differ where the fake's are alike and the vendor's are not. */
  readonly vary?: (frame: string, position: number) => string;
}

/** Fakes say it in deltas of four characters. */
const TEXT = 'words '.repeat(DELTAS);

const SOURCES: Readonly<Record<Wire, Source>> = {
  anthropic: {
    start: startFakeAnthropic,
    path: '/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: {
      model: 'claude-haiku-4-5',
      max_tokens: 10_000,
      stream: true,
      messages: [{ role: 'user', content: TEXT }],
    },
    delta: /"text_delta"/,
  },
  gemini: {
    start: startFakeGemini,
    path: '/models/gemini-2.5-flash-lite:streamGenerateContent?alt=sse',
    body: { contents: [{ role: 'user', parts: [{ text: TEXT }] }] },
    delta: /"text":"[^"]/,
    vary: (frame, position) =>
      frame.replace(/"candidatesTokenCount":\d+/, `"candidatesTokenCount":${position + 1}`),
  },
  responses: {
    start: startFakeOpenAi,
    path: '/responses',
    body: { model: 'gpt-4.1', input: TEXT, stream: true, store: false },
    delta: /"response\.output_text\.delta"/,
  },
  bedrock: {
    start: startFakeBedrock,
    path: '/model/amazon.nova-pro-v1%3A0/converse-stream',
    body: { messages: [{ role: 'user', content: [{ text: TEXT }] }] },
    delta: /contentBlockDelta/,
  },
  cohere: {
    start: startFakeCohere,
    path: '/v2/chat',
    body: {
      model: 'command-r7b-12-2024',
      stream: true,
      messages: [{ role: 'user', content: TEXT }],
    },
    delta: /"content-delta"/,
  },
};

/** Returns a stream of each wire, as the fake of its vendor sends it. */
export async function wireStreams(): Promise<ReadonlyMap<string, StreamParts>> {
  const streams = new Map<string, StreamParts>();
  for (const [route, wire] of Object.entries(SOURCES)) streams.set(route, await partsOf(wire));
  return streams;
}

async function partsOf({ start, path, headers, body, delta, vary }: Source): Promise<StreamParts> {
  await using fake = await start();
  const { baseUrl, apiKey } = fake;
  const keys = { authorization: `Bearer ${apiKey}`, 'x-goog-api-key': apiKey };
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keys, ...headers },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? '';
  const frames = contentType.includes('amazon') ? awsFramesOf(bytes) : eventsOf(bytes);
  const isDelta = (frame: Buffer) => delta.test(frame.toString('latin1'));
  const said = frames.filter(isDelta).slice(0, DELTAS);
  if (response.status !== 200 || said.length < DELTAS) {
    throw new Error(`no stream from the fake of ${path}: ${response.status} ${bytes.toString()}`);
  }
  const deltas = said.map((frame, position) =>
    vary === undefined ? frame : Buffer.from(vary(frame.toString(), position)),
  );
  return {
    contentType,
    first: Buffer.concat(frames.slice(0, frames.findIndex(isDelta))),
    deltas,
    last: Buffer.concat(frames.slice(frames.findLastIndex(isDelta) + 1)),
  };
}

function eventsOf(bytes: Buffer): readonly Buffer[] {
  return bytes
    .toString()
    .split(/(?<=\n\r?\n)/)
    .map((event) => Buffer.from(event));
}

/** Each begins with its length. */
function awsFramesOf(bytes: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const end = at + bytes.readUInt32BE(at);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}
