import { call, text, thought } from '../blocks.ts';
import type { GoldenAnswer, GoldenWire } from '../golden.ts';
import { BEDROCK, ISSUER, type Event } from './reading.ts';

export const delta = (contentBlockIndex: number, said: object): Event => [
  'contentBlockDelta',
  { contentBlockIndex, delta: said, p: 'abc' },
];
export const stop = (contentBlockIndex: number): Event => [
  'contentBlockStop',
  { contentBlockIndex },
];
export const begins = (contentBlockIndex: number, toolUseId: string, name: string): Event => [
  'contentBlockStart',
  { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
];
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
export const ended = (stopReason: string): readonly Event[] => [
  ['messageStop', { stopReason }],
  ['metadata', { usage: USAGE, metrics: { latencyMs: 1 } }],
];
export const BEGUN: Event = ['messageStart', { role: 'assistant' }];

/** An answer with everything, without its end. */
export const SAID: readonly Event[] = [
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
  begins(3, 'tooluse_1', 'weather'),
  delta(3, { toolUse: { input: '{"city":' } }),
  delta(3, { toolUse: { input: '"Köln"}' } }),
  stop(3),
  begins(4, 'tooluse_2', 'clock'),
  stop(4),
  ['somethingNew', { contentBlockIndex: 4 }],
];
const CONTENT = [
  { reasoningContent: { reasoningText: { text: 'Let me think: 模型', signature: 'EqQBsig==' } } },
  { reasoningContent: { redactedContent: 'EmwK' } },
  { text: 'Grüße, 🌍' },
  { toolUse: { toolUseId: 'tooluse_1', name: 'weather', input: { city: 'Köln' } } },
  { toolUse: { toolUseId: 'tooluse_2', name: 'clock', input: {} } },
];
const BODY = {
  output: { message: { role: 'assistant', content: CONTENT } },
  stopReason: 'tool_use',
  usage: USAGE,
};
const ANSWER: GoldenAnswer = {
  blocks: [
    thought('Let me think: 模型', { sealed: { issuer: ISSUER, data: { signature: 'EqQBsig==' } } }),
    thought('', { sealed: { issuer: ISSUER, data: { data: 'EmwK' } } }),
    text('Grüße, 🌍'),
    call('tooluse_1', 'weather', '{"city":"Köln"}'),
    call('tooluse_2', 'clock', ''),
  ],
  finish: 'calls tool_use',
  // What the cache has is counted once.
  usage: {
    inputTokens: 20,
    cacheReadTokens: 6,
    cacheWriteTokens: 4,
    cacheWriteHourTokens: 3,
    outputTokens: 30,
  },
};

export const GOLDEN: GoldenWire = {
  reading: BEDROCK,
  sign: /messageStop/,
  streams: new Map([['everything', BEDROCK.streamOf([...SAID, ...ended('tool_use')])]]),
  answers: { everything: ANSWER },
  bodies: new Map([['everything', Buffer.from(JSON.stringify(BODY))]]),
  whole: { everything: ANSWER },
};
