import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GatewayError } from '@model-gateway/core';
import {
  ChunkWriter,
  createPartCheck,
  readChatCompletion,
  writeChatCompletion,
  type Block,
  type ChatPart,
} from '@model-gateway/core/chat';
import fc from 'fast-check';
import { collected } from '../collected.ts';
import { answers, ISSUER } from '../arbitrary-answer.ts';
import { rejoin } from './rejoin.ts';

const facts = { id: 'gen-1-a', created: 1_700_000_000, model: 'acme/quill-1', provider: 'Acme' };
const usage = { usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 }, cost: 0.25 };

function written(parts: readonly ChatPart[], wantsUsage = false): string[] {
  const writer = new ChunkWriter(facts, { wantsUsage });
  return payloadsOf([...writer.write(parts), ...writer.end(usage)]);
}

/** The data of frames that have nothing else. */
function payloadsOf(frames: readonly string[]): string[] {
  return frames.map((frame) => /^data: (.*)\n\n$/s.exec(frame)?.[1] ?? assert.fail(frame));
}

/** The choices of a stream, without what every frame repeats. */
function choices(payloads: readonly string[]): unknown[] {
  return payloads.slice(0, -1).map((payload) => JSON.parse(payload).choices[0]);
}

const talk: readonly ChatPart[] = [
  { type: 'start', id: 'msg_1', model: 'upstream-name' },
  { type: 'open', block: 0, kind: 'text' },
  { type: 'delta', block: 0, text: 'Hel' },
  { type: 'delta', block: 0, text: 'lo' },
  { type: 'close', block: 0 },
  { type: 'open', block: 1, kind: 'call', id: 'c1', name: 'f', by: 'client' },
  { type: 'delta', block: 1, text: '{"a":' },
  { type: 'delta', block: 1, text: '1}' },
  { type: 'close', block: 1 },
  { type: 'open', block: 2, kind: 'call', id: 'c2', name: 'g', by: 'client' },
  { type: 'close', block: 2 },
  { type: 'finish', reason: 'calls', raw: 'tool_use' },
  { type: 'done' },
];

describe('a stream of chat completions', () => {
  it('says who speaks once, and ids and names of calls in their first frame only', () => {
    const open = { finish_reason: null, native_finish_reason: null };
    const call = (index: number, id: string, name: string) => {
      return { index, id, type: 'function', function: { name, arguments: '' } };
    };
    const more = (index: number, text: string) => ({ index, function: { arguments: text } });
    assert.deepEqual(choices(written(talk)), [
      { index: 0, delta: { role: 'assistant', content: 'Hel' }, ...open },
      { index: 0, delta: { content: 'lo' }, ...open },
      { index: 0, delta: { tool_calls: [call(0, 'c1', 'f')] }, ...open },
      { index: 0, delta: { tool_calls: [more(0, '{"a":')] }, ...open },
      { index: 0, delta: { tool_calls: [more(0, '1}')] }, ...open },
      { index: 0, delta: { tool_calls: [call(1, 'c2', 'g')] }, ...open },
      { index: 0, delta: { tool_calls: [more(1, '{}')] }, ...open },
      { index: 0, delta: {}, finish_reason: 'tool_calls', native_finish_reason: 'tool_use' },
    ]);
  });

  it('has the gateway’s id, model and provider in every frame, and no null that clients refuse', () => {
    for (const payload of written(talk, true).slice(0, -1)) {
      const { choices: each, usage: counts, ...head } = JSON.parse(payload);
      assert.deepEqual(head, { ...facts, object: 'chat.completion.chunk' });
      assert.ok(counts !== null && !('system_fingerprint' in head) && Array.isArray(each));
    }
  });

  it('repeats no fingerprint that is longer than one is', () => {
    const shown = (length: number) => {
      const fingerprint = 'f'.repeat(length);
      const writer = new ChunkWriter(facts, { wantsUsage: false });
      const frames = writer.write([{ type: 'start', fingerprint }, ...talk.slice(1, 3)]);
      return frames.filter((frame) => frame.includes(`"${fingerprint}"`)).length;
    };
    assert.ok(shown(256) > 0);
    assert.equal(shown(257), 0);
  });

  const counts = {
    prompt_tokens: 3,
    completion_tokens: 4,
    total_tokens: 7,
    prompt_tokens_details: { cached_tokens: 1 },
    cost: 0.25,
  };

  it('tells usage in the last frame with a choice, then ends', () => {
    const payloads = written(talk);
    const last = JSON.parse(payloads.at(-2) ?? '');
    assert.deepEqual([last.usage, last.choices.length], [counts, 1]);
    assert.equal(payloads.at(-1), '[DONE]');
    assert.equal(payloads.filter((payload) => payload.includes('"usage"')).length, 1);
  });

  it('tells usage in a frame of its own to a client that asks for it', () => {
    const payloads = written(talk, true);
    const last = JSON.parse(payloads.at(-2) ?? '');
    assert.deepEqual([last.usage, last.choices], [counts, []]);
    assert.equal(JSON.parse(payloads.at(-3) ?? '').choices[0].finish_reason, 'tool_calls');
    assert.equal(payloads.filter((payload) => payload.includes('"usage"')).length, 1);
  });

  it('breaks off with a choice that says so and an error whose code is a number', () => {
    const writer = new ChunkWriter(facts, { wantsUsage: true });
    writer.write(talk.slice(0, 3));
    const error = new GatewayError('providerFailed', {
      message: 'the provider closed the connection',
      metadata: { provider_name: 'Acme' },
    });
    const [frame = '', end] = payloadsOf(writer.fail(error));
    assert.deepEqual(JSON.parse(frame), {
      ...facts,
      object: 'chat.completion.chunk',
      choices: [
        { index: 0, delta: { content: '' }, finish_reason: 'error', native_finish_reason: null },
      ],
      error: {
        code: 502,
        message: 'the provider closed the connection',
        metadata: { error_type: 'provider_unavailable', provider_name: 'Acme' },
      },
    });
    assert.equal(end, '[DONE]');
  });

  it('keeps log probabilities and annotations', () => {
    const [choice] = choices(
      written([
        { type: 'start' },
        { type: 'open', block: 0, kind: 'text' },
        { type: 'note', block: 0, logprobs: [{ token: 'a' }], annotations: [{ type: 'file' }] },
      ]),
    );
    assert.deepEqual(choice, {
      index: 0,
      delta: { role: 'assistant', content: '', annotations: [{ type: 'file' }] },
      finish_reason: null,
      native_finish_reason: null,
      logprobs: { content: [{ token: 'a' }], refusal: null },
    });
  });

  it('keeps log probabilities of a refusal apart', () => {
    const logprobs = [{ token: 'No' }];
    const parts: ChatPart[] = [
      { type: 'start' },
      { type: 'open', block: 0, kind: 'refusal' },
      { type: 'note', block: 0, logprobs },
    ];
    const [choice] = choices(written(parts));
    assert.deepEqual(choice, {
      index: 0,
      delta: { role: 'assistant', content: '' },
      finish_reason: null,
      native_finish_reason: null,
      logprobs: { content: null, refusal: logprobs },
    });
    const whole = writeChatCompletion(collected(parts), facts, {
      usage: { inputTokens: 1, outputTokens: 1 },
    });
    assert.match(
      JSON.stringify(whole),
      /"logprobs":\{"content":null,"refusal":\[\{"token":"No"\}\]\}/,
    );
  });

  it('shows no call that the provider ran itself', () => {
    const parts: ChatPart[] = [
      { type: 'start' },
      { type: 'open', block: 0, kind: 'call', id: 's', name: 'search', by: 'provider' },
      { type: 'delta', block: 0, text: '{}' },
      { type: 'close', block: 0 },
      { type: 'open', block: 1, kind: 'call', id: 'c', name: 'f', by: 'client' },
      { type: 'close', block: 1 },
    ];
    assert.deepEqual(rejoin(written(parts)).calls, [{ id: 'c', name: 'f', arguments: '{}' }]);
  });
});

describe('any answer', () => {
  it('passes the check, and reads the same streamed as whole', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const check = createPartCheck(ISSUER);
        const checked = parts.map((part) => check.check(part));
        check.end();
        const writer = new ChunkWriter(facts, { wantsUsage: true });
        const frames: string[] = [];
        for (let from = 0; from < checked.length; from += size) {
          frames.push(...writer.write(checked.slice(from, from + size)));
        }
        const streamed = rejoin(payloadsOf([...frames, ...writer.end(usage)]));
        const whole = JSON.parse(
          JSON.stringify(writeChatCompletion(collected(checked), facts, usage)),
        );
        const [{ message, finish_reason: finish }] = whole.choices;
        assert.equal(streamed.content, message.content ?? '');
        assert.equal(streamed.refusal, message.refusal ?? '');
        assert.equal(streamed.reasoning, message.reasoning ?? '');
        assert.equal(streamed.finish, finish);
        assert.deepEqual(
          streamed.calls.map(({ id, ...call }) => ({ id, type: 'function', function: call })),
          message.tool_calls ?? [],
        );
      }),
      { seed: 20_261_128 },
    );
  });

  it('comes back as the same turn when a client replays the message or the stream', () => {
    fc.assert(
      fc.property(answers, (parts) => {
        const result = collected(parts);
        const whole = JSON.parse(JSON.stringify(writeChatCompletion(result, facts, usage)));
        const { content, refusal, reasoning, calls, details } = rejoin(written(parts));
        const fromStream = {
          role: 'assistant',
          content,
          refusal,
          reasoning,
          reasoning_details: details,
          tool_calls: calls.map(({ id, ...call }) => ({ id, type: 'function', function: call })),
        };
        for (const message of [whole.choices[0].message, fromStream]) {
          const read = readChatCompletion({ model: 'm', messages: [message] });
          assert.ok('request' in read);
          assert.deepEqual(kept(read.request.messages[0]?.blocks ?? []), kept(result.blocks));
        }
      }),
      { seed: 20_261_128 },
    );
  });
});

/** What the dialect can say of blocks: texts of a kind joined, calls, and every seal once. */
function kept(blocks: readonly Block[]) {
  const joined = (type: string) =>
    blocks.map((block) => ('text' in block && block.type === type ? block.text : '')).join('');
  return {
    text: joined('text'),
    refusal: joined('refusal'),
    reasoning: joined('reasoning'),
    calls: blocks.flatMap((block) =>
      block.type === 'call' ? [{ ...block, input: block.input === '' ? '{}' : block.input }] : [],
    ),
    // The dialect has no order between reasoning and calls; those of a call are in `calls`.
    seals: blocks.flatMap(({ type, sealed }) =>
      type === 'call' || sealed === undefined ? [] : [sealed],
    ),
  };
}
