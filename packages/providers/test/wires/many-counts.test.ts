import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import type { Decoder } from '../../src/chat/decoder.ts';
import { MessageDecoder } from '../../src/wires/anthropic/decode.ts';
import { GeminiDecoder } from '../../src/wires/gemini/decode.ts';
import { ChunkDecoder } from '../../src/wires/openai-chat/decode.ts';
import { unnamed } from './reading.ts';

/* What is known of an answer is read again with each event that adds to it. It must not grow with what
   a server makes up: events of 2 MB took minutes. */
const COUNT = 30_000;

const RULES = { issuer: 'test', nameOf: (name: string) => name };
const message = (member: string, count: (at: number) => object) => (at: number) => ({
  type: 'message_delta',
  [member]: { stop_reason: 'end_turn', ...count(at) },
});
const gemini = (count: (at: number) => object) => (at: number) => ({
  usageMetadata: { promptTokenCount: 1, ...count(at) },
});
const named = (at: number) => ({ [`count${at}`]: 1 });
const listed = (name: string, item: object) => (at: number) =>
  at === 0 ? { [name]: Array.from({ length: COUNT }, () => item) } : {};

const STREAMS: Readonly<Record<string, readonly [() => Decoder, (at: number) => object]>> = {
  'Anthropic’s stop': [() => new MessageDecoder(RULES), message('delta', named)],
  'Anthropic’s usage': [() => new MessageDecoder(RULES), message('usage', named)],
  'Anthropic’s runs': [
    () => new MessageDecoder(RULES),
    message('usage', listed('iterations', { type: 'message', input_tokens: 1 })),
  ],
  'Gemini’s usage': [() => new GeminiDecoder(RULES), gemini(named)],
  'Gemini’s details': [
    () => new GeminiDecoder(RULES),
    gemini(listed('promptTokensDetails', { modality: 'TEXT', tokenCount: 1 })),
  ],
};

describe('a stream that tells of something new with every event', () => {
  for (const [what, [aDecoder, event]] of Object.entries(STREAMS)) {
    it(`takes time in proportion to its length: ${what}`, () => {
      const decoder = aDecoder();
      const cpu = process.cpuUsage();
      for (let at = 0; at < COUNT; at++) decoder.push(Buffer.from(unnamed(event(at))), []);
      const { user } = process.cpuUsage(cpu);
      assert.ok(user < 5_000_000, `${user} µs`);
    });
  }
});

describe('ids for calls without one', () => {
  it('are made from the end of the id of their answer, however long that is', () => {
    const call = (_: unknown, index: number) => ({
      index,
      function: { name: 'f', arguments: '{}' },
    });
    const message = { tool_calls: Array.from({ length: 1000 }, call) };
    const choices = [{ message, finish_reason: 'tool_calls' }];
    const body = JSON.stringify({ id: `${'.'.repeat(4_000_000)}a-1`, choices });
    const cpu = process.cpuUsage();
    const parts = new ChunkDecoder().whole(body);
    const { user } = process.cpuUsage(cpu);
    assert.ok(
      parts.some((part) => part.type === 'open' && 'id' in part && part.id === 'call_a-1_9'),
    );
    assert.ok(user < 5_000_000, `${user} µs`);
  });
});
