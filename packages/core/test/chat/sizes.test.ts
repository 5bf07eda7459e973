import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { isOutput, payloadBytes } from '../../src/chat/money/payload.ts';
import { sizeOf } from '../../src/chat/money/size.ts';
import { upperBound } from '../../src/chat/money/upper-bound.ts';
import { anEndpoint, delta, PRICING, START, STOP } from './chat-builders.ts';
import { requestOf } from './messages/read.ts';

/* What a conversation and its answer may cost, by their size. Source: contract §12.10. */

describe('upperBound', () => {
  const size = { bytes: 100, messages: 1, tools: 0, media: 0, images: 0 };

  it('takes a token for each byte, and the longest answer', () => {
    assert.equal(upperBound({}, size, anEndpoint()), '1.116');
    assert.equal(upperBound({ maxOutputTokens: 5 }, size, anEndpoint()), '0.166');
  });

  it('takes 16 tokens for each message, and 64 for each tool', () => {
    const endpoint = anEndpoint({ maxOutputTokens: 0 });
    assert.equal(upperBound({}, { ...size, messages: 2, tools: 3 }, endpoint), '0.324');
  });

  it('takes no more input than the context holds', () => {
    assert.equal(upperBound({}, { ...size, bytes: 99_999 }, anEndpoint()), '2');
  });

  it('takes what the endpoint says for each medium, or else 16,384 tokens', () => {
    const long = { contextTokens: 100_000 };
    assert.equal(upperBound({}, { ...size, media: 2 }, anEndpoint(long)), '33.884');
    const endpoint = anEndpoint({ ...long, maxTokensPerMedia: 50 });
    assert.equal(upperBound({}, { ...size, media: 2 }, endpoint), '1.216');
  });

  it('takes the price of a request, and of each image', () => {
    const pricing = { ...PRICING, request: '1', image: '0.5' };
    assert.equal(upperBound({}, { ...size, images: 3 }, anEndpoint({ pricing })), '3.616');
  });

  for (const kind of [
    'input_cache_read',
    'input_cache_write',
    'input_cache_write_1h',
    'audio',
    'image_token',
  ]) {
    it(`takes all of the input at the price of ${kind}, where that is the highest`, () => {
      const endpoint = anEndpoint({ pricing: { ...PRICING, [kind]: '0.1' } });
      assert.equal(upperBound({}, size, endpoint), '12.6');
    });
  }

  for (const kind of ['internal_reasoning', 'audio_output']) {
    it(`takes all of the answer at the price of ${kind}, where that is the highest`, () => {
      const endpoint = anEndpoint({ pricing: { ...PRICING, [kind]: '0.1' } });
      assert.equal(upperBound({}, size, endpoint), '10.116');
    });
  }

  it('takes the most expensive of the prices that may apply', () => {
    const pricing = {
      ...PRICING,
      input_cache_write: '0.002',
      overrides: [{ min_prompt_tokens: 50, prompt: '0', completion: '0', input_cache_write: '0' }],
    };
    assert.equal(upperBound({}, size, anEndpoint({ pricing })), '1.1');
  });
});

describe('sizeOf', () => {
  const document = { type: 'text', media_type: 'text/plain', data: 'x' };
  const tool = { name: 'look', input_schema: { type: 'object' } };
  const said = (...content: readonly object[]) => ({ messages: [{ role: 'user', content }] });
  const LONG = 'x'.repeat(100);
  const plain = (data: string) => ({ type: 'document', source: { ...document, data } });
  const called = (name: string, input: object, content: string) => ({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name, input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
    ],
  });
  const foreign = (data: string) => ({ type: 'container_upload', data });
  const answering = (schema: object) => ({
    output_config: { format: { type: 'json_schema', schema: { type: 'object', ...schema } } },
  });
  const rows: readonly (readonly [string, object, object])[] = [
    ['the request', {}, { novelty: LONG }],
    [
      'a message',
      { messages: [{ role: 'user', content: 'x' }] },
      { messages: [{ role: 'user', content: 'x', novelty: LONG }] },
    ],
    [
      'a document',
      said({ type: 'document', source: document }),
      said({ type: 'document', source: document, context: LONG }),
    ],
    [
      'the title of a document',
      said({ type: 'document', source: document }),
      said({ type: 'document', source: document, title: LONG }),
    ],
    ['a text', said({ type: 'text', text: 'x' }), said({ type: 'text', text: 'x', novelty: LONG })],
    ['a tool', { tools: [tool] }, { tools: [{ ...tool, input_examples: [LONG] }] }],
    ['the name of a tool', { tools: [tool] }, { tools: [{ ...tool, name: 'x'.repeat(104) }] }],
    ['what a tool does', { tools: [tool] }, { tools: [{ ...tool, description: LONG }] }],
    [
      'the schema of a tool',
      { tools: [tool] },
      { tools: [{ ...tool, input_schema: { type: 'object', title: LONG } }] },
    ],
    ['a tool of the provider', { tools: [] }, { tools: [{ type: 'search_1', hint: LONG }] }],
    ['the text of a document', said(plain('')), said(plain(LONG))],
    ['the name of a call', called('look', {}, ''), called('x'.repeat(104), {}, '')],
    ['the input of a call', called('look', {}, ''), called('look', { at: LONG }, '')],
    ['the result of a call', called('look', {}, ''), called('look', {}, LONG)],
    ['a block of its wire', said(foreign('')), said(foreign(LONG))],
    ['the schema of the answer', answering({}), answering({ title: LONG })],
  ];
  for (const [what, without, more] of rows) {
    it(`counts what is passed on as it is, in ${what}`, () => {
      const grown = sizeOf(requestOf(more)).bytes - sizeOf(requestOf(without)).bytes;
      assert.ok(grown >= LONG.length, String(grown));
    });
  }

  it('counts messages, tools, media, and of these images', () => {
    const base64 = { type: 'base64', media_type: 'image/png', data: 'AA==' };
    const image = { type: 'image', source: base64 };
    const tools = [tool, { type: 'search_1' }];
    const { bytes: _, ...counts } = sizeOf(
      requestOf({ ...said(image, { type: 'document', source: document }, image), tools }),
    );
    assert.deepEqual(counts, { media: 3, images: 2, messages: 1, tools: 2 });
  });
});

describe('the parts of an answer', () => {
  const call: ChatPart = {
    type: 'open',
    block: 0,
    kind: 'call',
    id: 'a',
    name: 'look',
    by: 'client',
  };
  const text: ChatPart = { type: 'open', block: 0, kind: 'text' };
  const value = { type: 'foreign', wire: 'gemini', value: { a: 1 } } as const;
  const source = { kind: 'base64', value: 'AAAA' } as const;
  const media = { type: 'media', kind: 'image', mediaType: 'image/png', source } as const;
  const rows: readonly (readonly [string, readonly ChatPart[], number, boolean])[] = [
    ['nothing', [], 0, false],
    ['the start', [START, text], 0, false],
    ['text, in UTF-8', [text, delta('né')], 3, true],
    ['a call by its name', [call], 4, true],
    [
      'a whole block as JSON',
      [{ type: 'whole', block: 0, value }],
      JSON.stringify(value).length,
      true,
    ],
    ['media by their data', [{ type: 'whole', block: 0, value: media }], 4, true],
    ['counts', [{ type: 'usage', usage: { outputTokens: 1 } }], 0, false],
    ['the finish', [STOP], 0, true],
  ];
  for (const [what, parts, bytes, isSeen] of rows) {
    it(`are measured, and ${isSeen ? 'seen' : 'not seen'} by the client: ${what}`, () => {
      assert.deepEqual([payloadBytes(parts), isOutput(parts)], [bytes, isSeen]);
    });
  }
});
