import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { encodeMessageRequest } from '../../src/wires/anthropic/encode.ts';
import { MessageDecoder } from '../../src/wires/anthropic/decode.ts';
import { claudeRules } from '../../src/wires/anthropic/claude-rules.ts';
import { ConverseDecoder } from '../../src/wires/bedrock/decode.ts';
import { encodeConverse } from '../../src/wires/bedrock/encode.ts';
import { ChunkDecoder } from '../../src/wires/openai-chat/decode.ts';
import { GeminiDecoder } from '../../src/wires/gemini/decode.ts';
import { encodeGeminiRequest } from '../../src/wires/gemini/encode.ts';
import { rulesFor } from '../../src/wires/gemini/gemini-rules.ts';
import { BARE, call, said, text } from './blocks.ts';

/*
 * The input of a call is an object in these wires, and JSON text in a conversation: its numbers keep
 * their digits both ways, where the engine can do that. Source: contract §12.2.
 */

const INPUT = '{"id":9007199254740993,"more":[1.0e400]}';
const skip = 'rawJSON' in JSON ? false : 'this engine cannot keep digits';
const rules = { issuer: 'test', nameOf: (name: string) => name };
const request = {
  ...BARE,
  messages: [said('user', text('a')), said('assistant', call('c', 'f', INPUT))],
};
const more = { upstream: 'claude-opus-5', maxOutput: 9, options: {}, user: undefined };
const gemini = rulesFor('gemini-3', { hasCallIds: true });

const WIRES = {
  anthropic: {
    body: encodeMessageRequest(request, { ...more, rules: claudeRules('claude-opus-5') }),
    whole: `{"content":[{"type":"tool_use","id":"c","name":"f","input":${INPUT}}]}`,
    decoder: () => new MessageDecoder(rules),
  },
  bedrock: {
    body: encodeConverse(request, more),
    whole: `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"c","name":"f","input":${INPUT}}}]}}}`,
    decoder: () => new ConverseDecoder(rules),
  },
  gemini: {
    body: encodeGeminiRequest(request, { options: {}, rules: gemini }),
    whole: `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${INPUT}}}]},"finishReason":"STOP"}]}`,
    decoder: () => new GeminiDecoder(rules),
  },
};

const inputIn = (parts: readonly ChatPart[]) =>
  parts.map((part) => (part.type === 'delta' ? part.text : '')).join('');

describe('the numbers in the input of a call', { skip }, () => {
  for (const [wire, { body, whole, decoder }] of Object.entries(WIRES)) {
    it(`keep their digits over ${wire}`, () => {
      assert.ok(JSON.stringify(body).includes(INPUT));
      assert.equal(inputIn(decoder().whole(whole)), INPUT);
    });
  }

  it('keep them where a server writes arguments as an object', () => {
    const call = `{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":${INPUT}}}`;
    const message = `{"role":"assistant","content":null,"tool_calls":[${call}]}`;
    const choice = (name: string) =>
      `{"choices":[{"index":0,"${name}":${message},"finish_reason":"tool_calls"}]}`;
    assert.equal(inputIn(new ChunkDecoder(rules).whole(choice('message'))), INPUT);
    const decoder = new ChunkDecoder(rules);
    const parts = decoder.push(Buffer.from(`data: ${choice('delta')}\n\n`));
    assert.equal(inputIn([...parts, ...decoder.end()]), INPUT);
  });

  it('keep them where Anthropic tells the input at the start of a block', () => {
    const decoder = new MessageDecoder(rules);
    const start = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"f","input":${INPUT}}}`;
    const stop = '{"type":"content_block_stop","index":0}';
    const parts = decoder.push(Buffer.from(`data: ${start}\n\ndata: ${stop}\n\n`));
    assert.equal(inputIn(parts), INPUT);
  });
});
