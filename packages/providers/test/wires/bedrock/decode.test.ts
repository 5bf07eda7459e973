import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { awsMessage } from '../../chat/frames.ts';
import { aDecoder, ISSUER, resultOf, streamOf, wholeResultOf } from './decoded.ts';

type Event = readonly [type: string, payload: object];

const delta = (contentBlockIndex: number, said: object): Event => [
  'contentBlockDelta',
  { contentBlockIndex, delta: said, p: 'abc' },
];
const stop = (contentBlockIndex: number): Event => ['contentBlockStop', { contentBlockIndex }];
const USAGE = {
  inputTokens: 10,
  outputTokens: 30,
  totalTokens: 50,
  cacheReadInputTokens: 6,
  cacheWriteInputTokens: 4,
  cacheDetails: [
    { ttl: '5m', inputTokens: 1 },
    { ttl: '1h', inputTokens: 3 },
  ],
};
const COUNTS = {
  inputTokens: 20,
  cacheReadTokens: 6,
  cacheWriteTokens: 4,
  cacheWriteHourTokens: 3,
  outputTokens: 30,
};
const ended = (stopReason: string): readonly Event[] => [
  ['messageStop', { stopReason }],
  ['metadata', { usage: USAGE, metrics: { latencyMs: 1 } }],
];
const BEGUN: Event = ['messageStart', { role: 'assistant' }];

const FULL: readonly Event[] = [
  BEGUN,
  delta(0, { reasoningContent: { text: 'Let me ' } }),
  delta(0, { reasoningContent: { text: 'think: 模型' } }),
  delta(0, { reasoningContent: { signature: 'EqQBsig==' } }),
  stop(0),
  delta(1, { reasoningContent: { redactedContent: 'EmwK' } }),
  stop(1),
  delta(2, { text: 'Grüße, ' }),
  delta(2, { text: '🌍' }),
  stop(2),
  [
    'contentBlockStart',
    { contentBlockIndex: 3, start: { toolUse: { toolUseId: 'tooluse_1', name: 'weather' } } },
  ],
  delta(3, { toolUse: { input: '{"city":' } }),
  delta(3, { toolUse: { input: '"Köln"}' } }),
  stop(3),
  [
    'contentBlockStart',
    { contentBlockIndex: 4, start: { toolUse: { toolUseId: 'tooluse_2', name: 'clock' } } },
  ],
  stop(4),
  ['somethingNew', { contentBlockIndex: 4 }],
  ...ended('tool_use'),
];
const BLOCKS = [
  {
    type: 'reasoning',
    text: 'Let me think: 模型',
    isSummary: false,
    sealed: { issuer: ISSUER, data: { signature: 'EqQBsig==' } },
  },
  {
    type: 'reasoning',
    text: '',
    isSummary: false,
    sealed: { issuer: ISSUER, data: { data: 'EmwK' } },
  },
  { type: 'text', text: 'Grüße, 🌍' },
  { type: 'call', id: 'tooluse_1', name: 'weather', input: '{"city":"Köln"}', by: 'client' },
  { type: 'call', id: 'tooluse_2', name: 'clock', input: '', by: 'client' },
];

describe('an answer of Bedrock', () => {
  it('is understood, and counts once what the cache has', () => {
    const { blocks, finish, usage } = resultOf([streamOf(FULL)]);
    assert.deepEqual(blocks, BLOCKS);
    assert.deepEqual([finish?.reason, finish?.raw], ['calls', 'tool_use']);
    assert.deepEqual(usage, COUNTS);
  });

  it('is the same in JSON', () => {
    const content = [
      {
        reasoningContent: { reasoningText: { text: 'Let me think: 模型', signature: 'EqQBsig==' } },
      },
      { reasoningContent: { redactedContent: 'EmwK' } },
      { text: 'Grüße, 🌍' },
      { toolUse: { toolUseId: 'tooluse_1', name: 'weather', input: { city: 'Köln' } } },
      { toolUse: { toolUseId: 'tooluse_2', name: 'clock', input: {} } },
    ];
    const message = { role: 'assistant', content };
    const result = wholeResultOf({ output: { message }, stopReason: 'tool_use', usage: USAGE });
    assert.deepEqual(result.blocks, BLOCKS);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, COUNTS);
  });

  it('is the same however it is split', () => {
    const bytes = streamOf(FULL);
    const whole = resultOf([bytes]);
    for (let cut = 1; cut < bytes.length; cut++) {
      const result = resultOf([bytes.subarray(0, cut), bytes.subarray(cut)]);
      assert.deepEqual(result, whole, `split at byte ${cut}`);
    }
    const single = [...bytes.keys()].map((at) => bytes.subarray(at, at + 1));
    assert.deepEqual(resultOf(single), whole);
  });

  it('is not complete before it says why it stopped', () => {
    const bytes = streamOf(FULL);
    const sign = streamOf(FULL.slice(0, -1)).length;
    for (let end = 0; end < sign; end++) {
      assert.throws(() => resultOf([bytes.subarray(0, end)]), { failure: /cut-off|malformed/ });
    }
    assert.equal(resultOf([bytes.subarray(0, sign)]).finish?.reason, 'calls');
  });

  it('is refused with any byte that is not as it was sent', () => {
    const bytes = streamOf(FULL.slice(0, 3));
    for (const at of bytes.keys()) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      assert.throws(() => resultOf([wrong]), { failure: /malformed|cut-off/ }, `byte ${at}`);
    }
  });

  for (const [raw, reason] of [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filtered', 'filter'],
    ['guardrail_intervened', 'filter'],
  ] as const) {
    it(`ends as ${reason} with ${raw}`, () => {
      const { finish } = resultOf([streamOf([BEGUN, delta(0, { text: 'a' }), ...ended(raw)])]);
      assert.deepEqual([finish?.reason, finish?.raw], [reason, raw]);
    });
  }

  it('has the input of a call that was cut off, as far as it came', () => {
    const events = [...FULL.slice(0, 12), ...ended('max_tokens')];
    const { blocks, finish } = resultOf([streamOf(events)]);
    assert.deepEqual(blocks.at(-1), {
      type: 'call',
      id: 'tooluse_1',
      name: 'weather',
      input: '{"city":',
      by: 'client',
      isCut: true,
    });
    assert.equal(finish?.reason, 'length');
  });

  for (const [kind, failure] of [
    ['throttlingException', 'rate-limited'],
    ['serviceUnavailableException', 'overloaded'],
    ['internalServerException', 'server'],
    ['modelStreamErrorException', 'server'],
    ['modelTimeoutException', 'timeout'],
    ['validationException', 'parameter'],
    ['accessDeniedException', 'credential'],
  ] as const) {
    it(`fails as ${failure} with ${kind} within`, () => {
      const headers = { ':message-type': 'exception', ':exception-type': kind };
      const said = streamOf([BEGUN, delta(0, { text: 'a' })]);
      const pieces = [said, awsMessage(headers, { message: 'No' })];
      assert.throws(() => resultOf(pieces), { failure });
    });
  }

  it('says what came before a message that is broken, in one read or in two', () => {
    const said = streamOf([BEGUN, delta(0, { text: 'a' })]);
    const wrong = Buffer.from(streamOf([stop(0)]));
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    for (const pieces of [[said, wrong], [Buffer.concat([said, wrong])]]) {
      const decoder = aDecoder();
      const parts: ChatPart[] = [];
      assert.throws(() => pieces.forEach((piece) => decoder.push(piece, parts)), {
        failure: 'malformed',
      });
      assert.deepEqual(
        parts.map(({ type }) => type),
        ['start', 'open', 'delta'],
      );
    }
  });

  it('was cut off in the middle of its first message, and not empty', () => {
    assert.throws(() => resultOf([streamOf([BEGUN]).subarray(0, 5)]), { failure: 'cut-off' });
    assert.throws(() => resultOf([]), { failure: 'malformed' });
  });

  it('fails for an error that is no exception, and for an input that is too long', () => {
    const error = {
      ':message-type': 'error',
      ':error-code': 'InternalServer',
      ':error-message': 'No',
    };
    assert.throws(() => resultOf([awsMessage(error, {})]), { failure: 'server' });
    const long = { ':message-type': 'exception', ':exception-type': 'validationException' };
    const message = 'Input is too long for requested model.';
    assert.throws(() => resultOf([awsMessage(long, { message })]), { failure: 'context' });
  });
});
