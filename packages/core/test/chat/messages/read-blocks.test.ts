import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '@model-gateway/core/chat';
import { packSealed } from '../../../src/chat/sealed-text.ts';
import { HELLO, good, requestOf } from './read.ts';

/** The blocks of a user turn with this content. */
function blocksOf(...content: readonly object[]): readonly Block[] {
  return requestOf({ messages: [{ role: 'user', content }] }).messages[0]?.blocks ?? [];
}

/** The blocks of an assistant turn with this content. */
function answerOf(...content: readonly object[]): readonly Block[] {
  const messages = [HELLO, { role: 'assistant', content }, HELLO];
  return requestOf({ messages }).messages[1]?.blocks ?? [];
}

describe('the blocks of a request of messages', () => {
  const blocks: readonly (readonly [string, object, Block | undefined])[] = [
    ['text', { type: 'text', text: 'a' }, { type: 'text', text: 'a' }],
    ['no empty text', { type: 'text', text: '' }, undefined],
    [
      'a text of ours without citations',
      { type: 'text', text: 'a', citations: [] },
      { type: 'text', text: 'a' },
    ],
    [
      'citations of a text as written',
      { type: 'text', text: 'a', citations: [{ type: 'x' }] },
      { type: 'text', text: 'a', extras: { citations: [{ type: 'x' }] } },
    ],
    [
      'an image as data',
      { type: 'image', source: { type: 'base64', media_type: 'image/PNG', data: 'QUJD' } },
      {
        type: 'media',
        kind: 'image',
        at: 'messages[0].content[0]',
        mediaType: 'image/png',
        source: { kind: 'base64', value: 'QUJD' },
      },
    ],
    [
      'an image by its URL',
      {
        type: 'image',
        source: { type: 'url', url: 'https://a.test/b' },
        cache_control: { type: 'ephemeral' },
      },
      {
        type: 'media',
        kind: 'image',
        at: 'messages[0].content[0]',
        mediaType: undefined,
        source: { kind: 'url', value: 'https://a.test/b' },
        cache: {},
      },
    ],
    [
      'a document as data',
      {
        type: 'document',
        title: 'T',
        source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' },
      },
      {
        type: 'media',
        kind: 'file',
        at: 'messages[0].content[0]',
        name: 'T',
        mediaType: 'application/pdf',
        source: { kind: 'base64', value: 'QUJD' },
      },
    ],
    [
      'a document as text',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
      {
        type: 'media',
        kind: 'file',
        at: 'messages[0].content[0]',
        mediaType: 'text/plain',
        source: { kind: 'text', value: 'a' },
      },
    ],
    [
      'a document of content that is text',
      { type: 'document', source: { type: 'content', content: 'a' } },
      {
        type: 'media',
        kind: 'file',
        at: 'messages[0].content[0]',
        mediaType: 'text/plain',
        source: { kind: 'text', value: 'a' },
      },
    ],
    [
      'a document of blocks as written',
      { type: 'document', source: { type: 'content', content: [] } },
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        at: 'messages[0].content[0]',
        value: { type: 'document', source: { type: 'content', content: [] } },
      },
    ],
    [
      'an image of something else than a text as written',
      { type: 'image', source: { type: 'text', media_type: 'text/plain', data: null } },
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        at: 'messages[0].content[0]',
        value: { type: 'image', source: { type: 'text', media_type: 'text/plain', data: null } },
      },
    ],
    [
      'a document by its URL, with its rules',
      { type: 'document', context: 'c', source: { type: 'url', url: 'https://a.test/b' } },
      {
        type: 'media',
        kind: 'file',
        at: 'messages[0].content[0]',
        mediaType: undefined,
        source: { kind: 'url', value: 'https://a.test/b' },
        extras: { context: 'c' },
      },
    ],
    [
      'a search result as written',
      { type: 'search_result', source: 's' },
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        at: 'messages[0].content[0]',
        value: { type: 'search_result', source: 's' },
      },
    ],
  ];
  for (const [what, given, expected] of blocks) {
    it(`reads ${what}`, () => {
      assert.deepEqual(blocksOf(given), expected === undefined ? [] : [expected]);
    });
  }

  it('reads calls and their results, with images in them', () => {
    const call = { type: 'tool_use', id: 'c1', name: 'look', input: { at: [1] } };
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
    };
    const result = {
      type: 'tool_result',
      tool_use_id: 'c1',
      is_error: true,
      content: [{ type: 'text', text: 'x' }, image],
    };
    const { messages } = requestOf({
      messages: [
        HELLO,
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result, { type: 'text', text: 'and?' }] },
      ],
    });
    assert.deepEqual(messages.slice(1), [
      {
        role: 'assistant',
        blocks: [{ type: 'call', id: 'c1', name: 'look', input: '{"at":[1]}', by: 'client' }],
      },
      {
        role: 'user',
        blocks: [
          {
            type: 'result',
            id: 'c1',
            isError: true,
            blocks: [
              { type: 'text', text: 'x' },
              {
                type: 'media',
                kind: 'image',
                at: 'messages[2].content[0].content[1]',
                mediaType: 'image/png',
                source: { kind: 'base64', value: 'QUJD' },
              },
            ],
          },
          { type: 'text', text: 'and?' },
        ],
      },
    ]);
  });

  const sealed = { issuer: 'gemini@x', data: { thoughtSignature: 'abc' } };
  const thoughts: readonly (readonly [string, object, Block | undefined])[] = [
    [
      'what it packed',
      { type: 'thinking', thinking: 'Hm', signature: packSealed(sealed) },
      { type: 'reasoning', text: 'Hm', isSummary: false, sealed },
    ],
    [
      'redacted data that it packed',
      { type: 'redacted_thinking', data: packSealed(sealed) },
      { type: 'reasoning', text: '', isSummary: false, sealed },
    ],
    [
      'a signature of a provider',
      { type: 'thinking', thinking: 'Hm', signature: 'EqQB' },
      {
        type: 'reasoning',
        text: 'Hm',
        isSummary: false,
        sealed: { issuer: 'anthropic-messages', data: { signature: 'EqQB' } },
      },
    ],
    [
      'redacted data of a provider',
      { type: 'redacted_thinking', data: 'EqQB' },
      {
        type: 'reasoning',
        text: '',
        isSummary: false,
        sealed: { issuer: 'anthropic-messages', data: { data: 'EqQB' } },
      },
    ],
    [
      'reasoning that nobody signed',
      { type: 'thinking', thinking: 'Hm', signature: '' },
      { type: 'reasoning', text: 'Hm', isSummary: false },
    ],
    [
      'nothing of data that only looks packed',
      { type: 'thinking', thinking: 'Hm', signature: 'mg1.forged' },
      undefined,
    ],
  ];
  for (const [what, given, expected] of thoughts) {
    it(`reads ${what}`, () => {
      assert.deepEqual(answerOf(given), expected === undefined ? [] : [expected]);
    });
  }

  it('says so where it leaves reasoning out', () => {
    const forged = { type: 'thinking', thinking: 'Hm', signature: 'mg1.forged' };
    const { warnings } = good({ messages: [HELLO, { role: 'assistant', content: [forged] }] });
    assert.deepEqual(warnings, [{ parameter: 'messages.thinking', note: 'ignored' }]);
  });
});
