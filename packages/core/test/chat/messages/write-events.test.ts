import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GatewayError } from '@model-gateway/core';
import {
  MessageEventWriter,
  writeMessage,
  type Block,
  type ChatPart,
} from '@model-gateway/core/chat';
import * as v from 'valibot';
import { packSealed } from '../../../src/chat/sealed-text.ts';
import { MessageEventSchema } from '../../../src/resources/message.ts';
import { ISSUER } from '../arbitrary-answer.ts';
import { eventsOf, rejoin, type MessageEvent } from './events.ts';
import { collected } from '../collected.ts';
import {
  facts,
  usage,
  written,
  start,
  open,
  call,
  delta,
  close,
  finish,
  sealed,
  said,
} from './written.ts';

/** Types of events, with the number of their block. */
function outline(events: readonly MessageEvent[]): readonly string[] {
  return events.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`));
}

describe('a stream of messages', () => {
  it('has its events in order, with names', () => {
    const events = written([...said, finish('stop')]);
    assert.deepEqual(outline(events), [
      'message_start',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'message_delta',
      'message_stop',
    ]);
    for (const event of events) assert.ok(v.is(MessageEventSchema, event), JSON.stringify(event));
    const { usage: counts, ...message } = events[0]?.message ?? assert.fail();
    assert.deepEqual(message, {
      id: 'gen-1-a',
      type: 'message',
      role: 'assistant',
      model: 'acme/quill-1',
      container: null,
      diagnostics: null,
      provider: 'Acme',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
    });
    assert.equal(counts['output_tokens'], 0);
    assert.deepEqual(events.at(-2)?.delta, {
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
      container: null,
    });
  });

  it('begins with an estimate of the input, and ends with what was counted', () => {
    const events = written([...said, finish('stop')]);
    assert.equal(events[0]?.message?.usage['input_tokens'], 7);
    assert.deepEqual(events.at(-2)?.usage, {
      input_tokens: 2,
      output_tokens: 4,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 1,
      cache_creation: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
      inference_geo: null,
      cost: 0.25,
    });
  });

  it('begins with the counts of the provider where it tells them first', () => {
    const told: ChatPart = {
      type: 'usage',
      usage: {
        inputTokens: 153,
        cacheReadTokens: 100,
        cacheWriteTokens: 50,
        cacheWriteHourTokens: 20,
        outputTokens: 1,
      },
    };
    const [first] = written([start, told, ...said.slice(1), finish('stop')]);
    const { usage: counts } = first?.message ?? assert.fail();
    assert.equal(counts['input_tokens'], 3);
    assert.equal(counts['output_tokens'], 1);
    assert.equal(counts['cache_read_input_tokens'], 100);
    assert.equal(counts['cache_creation_input_tokens'], 50);
    assert.deepEqual(counts['cache_creation'], {
      ephemeral_5m_input_tokens: 30,
      ephemeral_1h_input_tokens: 20,
    });
  });

  it('closes thinking before text, and text before thinking, each with its number', () => {
    const parts = [
      start,
      open(0, 'text'),
      delta(0, 'A'),
      close(0),
      open(1, 'reasoning'),
      delta(1, 'Hm'),
      close(1, { sealed }),
      open(2, 'text'),
      delta(2, 'B'),
      close(2),
      finish('stop'),
    ];
    assert.deepEqual(rejoin(written(parts, 1)), [
      { type: 'text', text: 'A', citations: [] },
      { type: 'thinking', thinking: 'Hm', signature: packSealed(sealed) },
      { type: 'text', text: 'B', citations: [] },
    ]);
  });

  it('opens nothing for reasoning and text in which nothing is said', () => {
    const parts = [
      start,
      open(0, 'reasoning'),
      close(0),
      open(1, 'text'),
      close(1),
      finish('stop'),
    ];
    assert.deepEqual(outline(written(parts)), ['message_start', 'message_delta', 'message_stop']);
  });

  it('tells reasoning without text by its seal alone: redacted data whole, a signature in a delta', () => {
    const redacted = { issuer: ISSUER, data: { data: 'x' } };
    const value: Block = { type: 'reasoning', text: '', isSummary: false, sealed: redacted };
    const parts: ChatPart[] = [
      start,
      { type: 'whole', block: 0, value },
      open(1, 'reasoning'),
      close(1, { sealed }),
      finish('stop'),
    ];
    const events = written(parts);
    assert.deepEqual(events[1]?.content_block, {
      type: 'redacted_thinking',
      data: packSealed(redacted),
    });
    assert.deepEqual(rejoin(events)[1], {
      type: 'thinking',
      thinking: '',
      signature: packSealed(sealed),
    });
  });

  it('lets calls that stream at once follow each other', () => {
    const parts = [
      start,
      open(0, 'text'),
      delta(0, 'Both.'),
      close(0),
      call(1, 'a'),
      call(2, 'b'),
      call(3, 'c'),
      delta(2, '{"b":'),
      delta(1, '{"a":'),
      delta(3, '{}'),
      delta(2, '2}'),
      close(2),
      delta(1, '1}'),
      close(1),
      close(3),
      finish('calls'),
    ];
    const events = written(parts, 1);
    const use = (id: string, input: object) => ({
      type: 'tool_use',
      id,
      name: id,
      input,
      caller: { type: 'direct' },
    });
    assert.deepEqual(rejoin(events).slice(1), [
      use('a', { a: 1 }),
      use('b', { b: 2 }),
      use('c', {}),
    ]);
    assert.equal(events.at(-2)?.delta?.['stop_reason'], 'tool_use');
  });

  it('gives a call without input an empty object, and leaves a cut one as it is', () => {
    const whole = written([start, call(0, 'a'), close(0), finish('calls')]);
    assert.deepEqual(rejoin(whole)[0]?.['input'], {});
    const cut = written([
      start,
      call(0, 'a'),
      delta(0, '{"a'),
      close(0, { isCut: true }),
      finish('length'),
    ]);
    assert.equal(cut.at(-2)?.delta?.['stop_reason'], 'max_tokens');
    assert.deepEqual(cut[2]?.delta, { type: 'input_json_delta', partial_json: '{"a' });
  });

  it('keeps a whole block out of a call that is open', () => {
    const value: Block = { type: 'reasoning', text: 'Hm', isSummary: false };
    const parts: ChatPart[] = [
      start,
      call(0, 'a'),
      delta(0, '{'),
      { type: 'whole', block: 1, value },
      delta(0, '}'),
      close(0),
      finish('calls'),
    ];
    assert.deepEqual(
      rejoin(written(parts, 1)).map(({ type }) => type),
      ['tool_use', 'thinking'],
    );
  });

  it('shows no call that the provider ran itself', () => {
    const parts: ChatPart[] = [
      start,
      { type: 'open', block: 0, kind: 'call', id: 's', name: 'search', by: 'provider' },
      delta(0, '{}'),
      close(0),
      open(1, 'text'),
      delta(1, 'Hi'),
      close(1),
      finish('stop'),
    ];
    assert.deepEqual(
      rejoin(written(parts)).map(({ type }) => type),
      ['text'],
    );
  });

  const stops: readonly (readonly [ChatPart, string, object?])[] = [
    [finish('stop'), 'end_turn'],
    [finish('stop', { stopSequence: 'END' }), 'stop_sequence', { stop_sequence: 'END' }],
    [finish('length'), 'max_tokens'],
    [finish('length', { raw: 'model_context_window_exceeded' }), 'model_context_window_exceeded'],
    [finish('calls'), 'tool_use'],
    [
      finish('filter'),
      'refusal',
      { stop_details: { type: 'refusal', category: null, explanation: null } },
    ],
    [
      finish('refusal'),
      'refusal',
      { stop_details: { type: 'refusal', category: null, explanation: null } },
    ],
    [finish('pause'), 'pause_turn'],
    [finish('other', { raw: 'odd' }), 'end_turn'],
  ];
  for (const [part, reason, more] of stops) {
    it(`ends with ${reason} for ${JSON.stringify(part)}`, () => {
      const expected = { stop_reason: reason, stop_sequence: null, stop_details: null, ...more };
      const { container: _, ...told } = written([...said, part]).at(-2)?.delta ?? assert.fail();
      assert.deepEqual(told, expected);
      const { stop_reason, stop_sequence, stop_details } = writeMessage(
        collected([...said, part]),
        facts,
        usage,
      );
      assert.deepEqual({ stop_reason, stop_sequence, stop_details }, expected);
    });
  }

  it('says a refusal as text, and why it stopped', () => {
    const parts = [
      start,
      open(0, 'refusal'),
      delta(0, 'I '),
      delta(0, 'will not.'),
      close(0),
      finish('stop'),
    ];
    const events = written(parts);
    assert.equal(rejoin(events)[0]?.['text'], 'I will not.');
    assert.deepEqual(events.at(-2)?.delta?.['stop_details'], {
      type: 'refusal',
      category: null,
      explanation: 'I will not.',
    });
  });

  it('breaks off with an error, and no end', () => {
    const writer = new MessageEventWriter(facts);
    writer.write(said.slice(0, 3));
    const [event, ...others] = eventsOf(writer.fail(new GatewayError('providerOverloaded')));
    assert.deepEqual(event, {
      type: 'error',
      error: {
        type: 'overloaded_error',
        message: 'Provider returned error',
        error_type: 'provider_overloaded',
      },
      request_id: null,
    });
    assert.deepEqual(others, []);
  });
});
