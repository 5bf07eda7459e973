import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatRequest, MediaBlock } from '@model-gateway/core/chat';
import { createInputReader, longTextOf } from '@model-gateway/core/kit';
import { CHAT_COMPLETIONS } from '../../src/chat/dialects/chat-completions/dialect.ts';
import { MESSAGES } from '../../src/chat/dialects/messages/dialect.ts';
import { RESPONSES } from '../../src/chat/dialects/responses/dialect.ts';
import { isGatewayError } from '../../src/errors.ts';
import { createChatCompletion } from '../../src/operations/create-chat-completion.ts';
import { createMessage } from '../../src/operations/create-message.ts';
import { createResponse } from '../../src/operations/create-response.ts';

/* Media of a body that comes in pieces: everybody sees what they see in a body that comes whole. */

const BASE64 = Buffer.alloc(15_000, 'some bytes').toString('base64');
const URL_OF = `data:image/png;base64,${BASE64}`;

const DIALECTS = {
  chat: { operation: createChatCompletion, dialect: CHAT_COMPLETIONS },
  messages: { operation: createMessage, dialect: MESSAGES },
  responses: { operation: createResponse, dialect: RESPONSES },
};

const chat = (...content: readonly object[]) => ({
  model: 'acme/quill-1',
  messages: [{ role: 'user', content }],
});
const messages = (...content: readonly object[]) => ({ ...chat(...content), max_tokens: 10 });
const responses = (...content: readonly object[]) => ({
  model: 'acme/quill-1',
  input: [{ type: 'message', role: 'user', content }],
});
const base64 = { type: 'base64', media_type: 'image/png', data: BASE64 };
const pdf = `data:application/pdf;base64,${BASE64}`;

/** Bodies by dialect, and how many of their texts stay pieces. */
const BODIES: readonly (readonly [keyof typeof DIALECTS, body: object, kept: number])[] = [
  [
    'chat',
    chat(
      { type: 'image_url', image_url: { url: URL_OF, detail: 'low' } },
      { type: 'video_url', video_url: { url: `DATA:video/mp4;a=b;base64,${BASE64}` } },
      { type: 'input_audio', input_audio: { data: BASE64, format: 'wav' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: pdf } },
      { type: 'text', text: BASE64 },
      { type: 'text', text: 'Hi', image_url: { url: URL_OF } },
      { type: 'house_part', image_url: { url: URL_OF } },
    ),
    4,
  ],
  ['chat', { ...chat({ type: 'text', text: 'Hi' }), house: { url: URL_OF } }, 0],
  ['chat', chat({ type: 'image_url', image_url: { url: `data:text/plain,${BASE64}` } }), 1],
  ['chat', chat({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }), 0],
  [
    'chat',
    chat(...Array.from({ length: 60 }, () => ({ type: 'image_url', image_url: { url: URL_OF } }))),
    60,
  ],
  [
    'messages',
    messages(
      { type: 'image', source: base64 },
      { type: 'image', source: { type: 'url', url: URL_OF } },
      { type: 'document', title: 'A', source: { ...base64, media_type: 'application/pdf' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: BASE64 } },
      { type: 'text', text: 'Hi', source: base64 },
      { type: 'house_block', source: base64 },
    ),
    4,
  ],
  [
    'responses',
    responses(
      { type: 'input_image', image_url: URL_OF },
      { type: 'input_file', filename: 'a.pdf', file_data: pdf },
      { type: 'input_audio', input_audio: { data: BASE64, format: 'mp3' } },
      { type: 'input_text', text: BASE64 },
    ),
    3,
  ],
];

/** Bodies that are refused, with the text in the sentence. */
const REFUSED: readonly (readonly [keyof typeof DIALECTS, body: object])[] = [
  ['chat', chat({ type: 'image_url', image_url: { url: BASE64 } })],
  ['chat', chat({ type: 'input_audio', input_audio: { data: URL_OF, format: 'wav' } })],
  ['chat', { ...chat({ type: 'image_url', image_url: { url: URL_OF } }), max_tokens: BASE64 }],
  ['chat', chat({ type: 'image_url', image_url: { url: URL_OF, detail: BASE64 } })],
  ['messages', messages({ type: 'image', source: { type: 'url', url: BASE64 } })],
  ['responses', responses({ type: 'input_image', image_url: BASE64 })],
];

type Read = { readonly body: unknown; readonly read: unknown } | { readonly refused: unknown };

/** Reads a body that comes whole, or in these pieces. */
async function readingOf(
  name: keyof typeof DIALECTS,
  whole: Uint8Array,
  pieces?: readonly Uint8Array[],
): Promise<Read> {
  const { operation, dialect } = DIALECTS[name];
  const input = createInputReader(operation, 100_000_000);
  const readPieces = pieces && (async () => pieces);
  try {
    const { body } = await input({
      params: {},
      search: '',
      body: { kind: 'bytes', read: async () => whole, readPieces },
    });
    // Each dialect reads what its own operation has checked.
    return { body, read: dialect.read(body as never, { headers: {} }) };
  } catch (error) {
    if (isGatewayError(error)) return { refused: [error.message, error.metadata] };
    throw error;
  }
}

function* cuts(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (const size of [4096, 16_384, 65_536, 5003]) {
    const count = Math.ceil(bytes.length / size);
    yield Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  }
}

function mediaIn(read: Read): readonly MediaBlock[] {
  // The bodies of these tests are read.
  const { request } = ('read' in read ? read.read : {}) as { request: ChatRequest };
  const blocks = request.messages.flatMap((message) => message.blocks);
  return blocks.filter((block) => block.type === 'media');
}

describe('media of a body in pieces', () => {
  for (const [at, [name, body, kept]] of BODIES.entries()) {
    it(`are what they are in one that came whole: ${name}, ${at}`, async () => {
      const whole = new TextEncoder().encode(JSON.stringify(body));
      const expected = await readingOf(name, whole);
      assert.ok('read' in expected);
      for (const pieces of cuts(whole)) {
        const reading = await readingOf(name, whole, pieces);
        const media = mediaIn(reading);
        const held = media.flatMap(({ source }) => longTextOf(source) ?? []);
        assert.equal(held.length, kept);
        for (const { pieces: slices } of held) {
          assert.ok(slices.every(({ buffer }) => buffer === whole.buffer));
        }
        assert.ok('read' in reading);
        assert.deepEqual(reading.read, expected.read);
        assert.equal(JSON.stringify(reading.body), JSON.stringify(expected.body));
        assert.equal(JSON.stringify(reading.read), JSON.stringify(expected.read));
      }
    });
  }

  for (const [at, [name, body]] of REFUSED.entries()) {
    it(`are refused in the same words: ${name}, ${at}`, async () => {
      const whole = new TextEncoder().encode(JSON.stringify(body));
      const expected = await readingOf(name, whole);
      // Some are refused by the schema, others by the reader of the dialect.
      assert.match(JSON.stringify(expected), /must be/);
      for (const pieces of cuts(whole)) {
        const reading = await readingOf(name, whole, pieces);
        assert.equal(JSON.stringify(reading), JSON.stringify(expected));
      }
    });
  }
});
