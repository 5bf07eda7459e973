import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHAT_COMPLETIONS, MESSAGES, RESPONSES, type ChatRequest } from '@model-gateway/core/chat';
import { WIRES } from '../chat/fault-matrix/wires.ts';
import { awsMessage } from '../chat/frames.ts';
import { ANTHROPIC } from './anthropic/reading.ts';
import { BEDROCK } from './bedrock/reading.ts';
import { COHERE } from './cohere/reading.ts';
import { CHAT } from './openai-chat/reading.ts';
import { RESPONSES as ANSWERS } from './openai-responses/reading.ts';
import { collected } from '../../../core/test/chat/collected.ts';
import type { Reading } from './reading.ts';

/*
 * The token limit may end an answer between the name of a call and its input. Nobody may run such a
 * call, so it must not look like one without arguments; where something follows, it is one.
 */

const event = (type: string, members: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const aws = (type: string, payload: object) =>
  Buffer.from(awsMessage({ ':message-type': 'event', ':event-type': type }, payload)).toString(
    'latin1',
  );

interface Subject {
  readonly reading: Pick<Reading<never>, 'partsOf'>;
  /** Begins a call without arguments, by its number. */
  readonly begins: (index: number) => string;
  /** Says that the block is over, where the wire does. */
  readonly ends: (index: number) => string;
  readonly length: string;
  readonly calls: string;
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const item = (index: number, status: string) => ({
  output_index: index,
  item: { type: 'function_call', status, call_id: `c${index}`, name: 'f', arguments: '' },
});

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'openai-chat': {
    reading: CHAT,
    begins: (index) =>
      chunk({ tool_calls: [{ index, id: `c${index}`, function: { name: 'f', arguments: '' } }] }),
    ends: () => '',
    length: chunk({}, 'length'),
    calls: chunk({}, 'tool_calls'),
  },
  'openai-responses': {
    reading: ANSWERS,
    begins: (index) => event('response.output_item.added', item(index, 'in_progress')),
    ends: (index) => event('response.output_item.done', item(index, 'incomplete')),
    length: event('response.incomplete', {
      response: { incomplete_details: { reason: 'max_output_tokens' }, output: [] },
    }),
    calls: event('response.completed', { response: { output: [] } }),
  },
  anthropic: {
    reading: ANTHROPIC,
    begins: (index) =>
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `c${index}`, name: 'f', input: {} },
      }),
    ends: (index) => event('content_block_stop', { index }),
    length: WIRES.anthropic.LENGTH + WIRES.anthropic.END,
    calls: WIRES.anthropic.FINISH + WIRES.anthropic.END,
  },
  bedrock: {
    reading: BEDROCK,
    begins: (index) =>
      aws('contentBlockStart', {
        contentBlockIndex: index,
        start: { toolUse: { toolUseId: `c${index}`, name: 'f' } },
      }),
    ends: (index) => aws('contentBlockStop', { contentBlockIndex: index }),
    length: WIRES.bedrock.LENGTH,
    calls: WIRES.bedrock.FINISH,
  },
  cohere: {
    reading: COHERE,
    begins: (index) =>
      event('tool-call-start', {
        index,
        delta: { message: { tool_calls: { id: `c${index}`, function: { name: 'f' } } } },
      }),
    ends: (index) => event('tool-call-end', { index }),
    length: WIRES.cohere.LENGTH,
    calls: WIRES.cohere.FINISH,
  },
};

const FACTS = { id: 'gen-1', created: 1, model: 'm', provider: 'P' };
const COUNTS = { usage: { inputTokens: 1, outputTokens: 1 }, cost: 0 };
// What of a request the writers look at.
const REQUEST = { wantsUsage: true } as ChatRequest;

for (const [wire, { reading, begins, ends, length, calls }] of Object.entries(SUBJECTS)) {
  const partsOf = (frames: string) => reading.partsOf([Buffer.from(frames, 'latin1')]);
  const resultOf = (frames: string) => collected(partsOf(frames));

  describe(`a call without input over ${wire}`, () => {
    it('is cut off where the limit ends the answer, and whole where another follows', () => {
      const { blocks, finish } = resultOf(begins(0) + ends(0) + begins(1) + ends(1) + length);
      const isCut = blocks.map((block) => block.type === 'call' && block.isCut);
      assert.deepEqual(isCut, [undefined, true]);
      assert.equal(finish?.reason, 'length');
    });

    it('is whole where the answer ends with calls', () => {
      const { blocks, finish } = resultOf(begins(0) + ends(0) + calls);
      const isCut = blocks.map((block) => block.type === 'call' && block.isCut);
      assert.deepEqual(isCut, [undefined]);
      assert.equal(finish?.reason, 'calls');
    });

    it('is never shown as one with an empty object, in no dialect', () => {
      const frames = begins(0) + ends(0) + length;
      const result = resultOf(frames);
      for (const dialect of [CHAT_COMPLETIONS, MESSAGES, RESPONSES]) {
        const whole = JSON.stringify(dialect.writeAnswer(result, FACTS, COUNTS));
        const writer = dialect.createWriter(FACTS, REQUEST);
        const streamed = partsOf(frames).flatMap((part) => writer.write([part]));
        // A block of messages begins with an empty object, which its deltas fill.
        assert.doesNotMatch(whole, /"tool_use"/);
        for (const text of [whole, ...streamed]) {
          assert.doesNotMatch(text, /"arguments":"\{\}"|"partial_json":"\{\}"/);
        }
      }
    });
  });
}
