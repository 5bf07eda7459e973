import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatResult } from '@model-gateway/core/chat';
import { fieldsOf } from '../../src/http/fields.ts';
import { ANTHROPIC } from './anthropic/reading.ts';
import { COHERE } from './cohere/reading.ts';
import { RESPONSES } from './openai-responses/reading.ts';

/* Wires count the positions of a citation in its text; chat completions join the texts of an answer. */

const PAGE = { url: 'https://a.example/', title: 'A' };
const BEFORE = ['I look ', 'it ', 'up. '];
const CITED = ['The sky ', 'is ', 'blue'];

const spoken = (index: number, texts: readonly string[]) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...texts.map((text) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'text_delta', text },
  })),
];
const written = (output_index: number, texts: readonly string[]) =>
  texts.map((delta) => ({ type: 'response.output_text.delta', output_index, delta }));
const said = (index: number, texts: readonly string[]) =>
  texts.map((text) => ({
    type: 'content-delta',
    index,
    delta: { message: { content: { text } } },
  }));
const message = (text: string, annotations: readonly object[]) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
});

const [before, cited] = [BEFORE.join(''), CITED.join('')];
const range = { start_index: 0, end_index: cited.length };
const citation = { type: 'web_search_result_location', ...PAGE, cited_text: cited };
const annotation = { type: 'url_citation', ...PAGE, ...range };
const source = { type: 'document', document: PAGE };
const byCohere = { start: 0, end: cited.length, text: cited, sources: [source] };

const ANSWERS: Readonly<Record<string, () => ChatResult>> = {
  'Anthropic’s Messages, streamed': () =>
    ANTHROPIC.resultOf([
      { type: 'message_start', message: { id: 'a' } },
      ...spoken(0, BEFORE),
      ...spoken(1, CITED),
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ]),
  'Anthropic’s Messages, whole': () =>
    ANTHROPIC.wholeResultOf({
      content: [
        { type: 'text', text: before },
        { type: 'text', text: cited, citations: [citation] },
      ],
      stop_reason: 'end_turn',
    }),
  'OpenAI’s Responses, streamed': () =>
    RESPONSES.resultOf([
      { type: 'response.created', response: { id: 'a' } },
      ...written(0, BEFORE),
      ...written(1, CITED),
      { type: 'response.output_text.annotation.added', output_index: 1, annotation },
      { type: 'response.completed', response: {} },
    ]),
  'OpenAI’s Responses, whole': () =>
    RESPONSES.wholeResultOf({ output: [message(before, []), message(cited, [annotation])] }),
  'Cohere’s chat, streamed': () =>
    COHERE.resultOf([
      { type: 'message-start', id: 'a' },
      ...said(0, BEFORE),
      ...said(1, CITED),
      { type: 'citation-start', index: 0, delta: { message: { citations: byCohere } } },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
    ]),
  'Cohere’s chat, whole': () =>
    COHERE.wholeResultOf({
      message: {
        content: [
          { type: 'text', text: before },
          { type: 'text', text: cited },
        ],
        citations: [{ ...byCohere, content_index: 1 }],
      },
    }),
};

describe('a citation in the second text of an answer counts in all its text', () => {
  for (const [wire, answer] of Object.entries(ANSWERS)) {
    it(wire, () => {
      const texts = answer().blocks.filter((block) => block.type === 'text');
      const all = texts.map(({ text }) => text).join('');
      const [found] = texts.flatMap(({ annotations = [] }) => annotations);
      const { start_index: start, end_index: end } = fieldsOf(found?.['url_citation']);
      assert.equal(all.slice(Number(start), Number(end)), cited);
    });
  }
});
