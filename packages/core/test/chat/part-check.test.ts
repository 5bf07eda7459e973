import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPartCheck, type ChatPart, type FinishReason } from '@model-gateway/core/chat';
import { isProviderFailure, type JsonObject } from '@model-gateway/core';

const ISSUER = 'anthropic-messages@acme';
const start: ChatPart = { type: 'start' };
const done: ChatPart = { type: 'done' };
const finish = (reason: FinishReason): ChatPart => ({ type: 'finish', reason, raw: reason });
const text = (block: number): ChatPart => ({ type: 'open', block, kind: 'text' });
/** An object of this many levels. */
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const call = (block: number, id = `call-${block}`): ChatPart => {
  return { type: 'open', block, kind: 'call', id, name: 'weather', by: 'client' };
};
const delta = (block: number, words = 'x'): ChatPart => ({ type: 'delta', block, text: words });
const pieces = (words: string, ...of: readonly string[]): ChatPart => {
  return { type: 'delta', block: 0, text: words, pieces: of };
};
const close = (block: number): ChatPart => ({ type: 'close', block });
const cut = (block: number): ChatPart => ({ type: 'close', block, isCut: true });

/** Has itself in it. */
const LOOP: JsonObject = (() => {
  const loop: Record<string, unknown> = {};
  return Object.assign(loop, { loop });
})();

/** Checks the parts and returns them as they may be passed on, with the failure that ended them. */
function judged(parts: readonly ChatPart[]): { passed: ChatPart[]; failure?: string } {
  const check = createPartCheck(ISSUER);
  const passed: ChatPart[] = [];
  try {
    for (const part of parts) passed.push(check.check(part));
    check.end();
    return { passed };
  } catch (error) {
    assert.ok(isProviderFailure(error));
    return { passed, failure: `${error.failure}: ${error.message}` };
  }
}

describe('the grammar of an answer', () => {
  const good: Readonly<Record<string, readonly ChatPart[]>> = {
    text: [start, text(0), delta(0), close(0), finish('stop'), done],
    'text in pieces': [start, text(0), pieces('ab', 'a', 'b'), close(0), finish('stop'), done],
    'nothing at all': [start, finish('stop'), done],
    'usage anywhere after the start': [
      start,
      { type: 'usage', usage: { inputTokens: 1 } },
      finish('stop'),
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 0 } },
      done,
    ],
    'the most tokens that sums may have': [
      start,
      { type: 'usage', usage: { inputTokens: 10_000_000_000 } },
      finish('stop'),
      done,
    ],
    'calls that are open together': [
      start,
      call(0),
      call(1),
      delta(0, '{'),
      delta(1, '{}'),
      delta(0, '}'),
      close(0),
      close(1),
      finish('calls'),
      done,
    ],
    'a call without arguments': [start, call(0), close(0), finish('calls'), done],
    'a call that a filter cut': [start, call(0), cut(0), finish('filter'), done],
    'a call of the provider, after which it goes on': [
      start,
      { type: 'open', block: 0, kind: 'call', id: 'a', name: 'search', by: 'provider' },
      delta(0, '{}'),
      close(0),
      finish('stop'),
      done,
    ],
    'a call beside which another closes': [
      start,
      call(0),
      call(1),
      close(1),
      delta(0, '{}'),
      close(0),
      text(2),
      delta(2),
      close(2),
      finish('calls'),
      done,
    ],
    'notes of open text': [
      start,
      text(0),
      { type: 'note', block: 0, annotations: [{ url: 'x' }] },
      close(0),
      finish('stop'),
      done,
    ],
    'whole blocks': [
      start,
      {
        type: 'whole',
        block: 0,
        value: {
          type: 'media',
          kind: 'image',
          mediaType: 'image/png',
          source: { kind: 'base64', value: 'AA==' },
        },
      },
      { type: 'whole', block: 1, value: { type: 'foreign', wire: 'gemini', value: {} } },
      finish('stop'),
      done,
    ],
    'text that is no JSON, whatever it looks like': [
      start,
      text(0),
      delta(0, '{'),
      close(0),
      finish('stop'),
      done,
    ],
    'a call that the limit cut': [start, call(0), delta(0, '{"a'), cut(0), finish('length'), done],
    'sealed data of its issuer': [
      start,
      { type: 'open', block: 0, kind: 'reasoning' },
      { type: 'close', block: 0, sealed: { issuer: ISSUER, data: { signature: 's' } } },
      finish('stop'),
      done,
    ],
  };
  for (const [name, parts] of Object.entries(good)) {
    it(`admits ${name}`, () => assert.deepEqual(judged(parts), { passed: parts }));
  }

  const bad: readonly (readonly [string, readonly ChatPart[], RegExp])[] = [
    ['a part before the start', [text(0)], /^malformed: .*sent open before start/],
    ['a second start', [start, start], /^malformed: .*started twice/],
    ['a second finish', [start, finish('stop'), finish('stop')], /sent finish after the finish/],
    ['text after the finish', [start, finish('stop'), text(0)], /sent open after the finish/],
    ['an end without a finish', [start, done], /ended without a finish reason/],
    ['a part after the end', [start, finish('stop'), done, done], /sent done after its end/],
    ['text beside open text', [start, text(0), text(1)], /before it closed the last one/],
    ['a call beside open text', [start, text(0), call(1)], /before it closed the last one/],
    ['text beside an open call', [start, call(0), text(1)], /while a call was open/],
    ['a number twice', [start, text(0), close(0), text(0)], /numbered a block 0 after 0/],
    ['a number that was left out', [start, text(1)], /numbered a block 1 after -1/],
    ['a delta of a closed block', [start, text(0), close(0), delta(0)], /sent delta for a block/],
    ['an empty delta', [start, text(0), delta(0, '')], /sent an empty delta/],
    ['an empty piece', [start, text(0), pieces('ab', 'ab', '')], /an empty delta/],
    ['pieces of another text', [start, text(0), pieces('ab', 'a')], /other pieces/],
    ['half a token', [start, { type: 'usage', usage: { outputTokens: 12.5 } }], /no whole number/],
    [
      'a count that is no number',
      [start, { type: 'usage', usage: { inputTokens: NaN } }],
      /no whole/,
    ],
    [
      'more tokens than sums may have',
      [start, { type: 'usage', usage: { outputTokens: 10_000_000_001 } }],
      /past 10,000,000,000/,
    ],
    ['fewer than no tokens', [start, { type: 'usage', usage: { inputTokens: -1 } }], /no whole/],
    ['an id twice', [start, call(0, 'a'), close(0), call(1, 'a')], /two calls the same id/],
    [
      'a call without a name',
      [start, { type: 'open', block: 0, kind: 'call', id: 'a', name: '', by: 'client' }],
      /without id or name/,
    ],
    [
      'a note of a block that is not open',
      [start, { type: 'note', block: 0, annotations: [] }],
      /sent note for a block that is not open/,
    ],
    [
      'a whole block with a number that was left out',
      [start, { type: 'whole', block: 1, value: { type: 'foreign', wire: 'gemini', value: {} } }],
      /numbered a block 1 after -1/,
    ],
    [
      "a whole block with another's seal",
      [
        start,
        {
          type: 'whole',
          block: 0,
          value: {
            type: 'foreign',
            wire: 'gemini',
            value: {},
            sealed: { issuer: 'gemini@other', data: {} },
          },
        },
      ],
      /sealed data under another provider's name/,
    ],
    [
      'log probabilities that JSON cannot hold',
      [start, text(0), { type: 'note', block: 0, logprobs: [{ at: 1n }] }],
      /sent a note with what JSON cannot hold/,
    ],
    ['a call without an id', [start, call(0, '')], /without id or name/],
    [
      'input that is a list',
      [start, call(0), delta(0, '[]'), close(0)],
      /input that is not an obj/,
    ],
    [
      'input that is no JSON',
      [start, call(0), delta(0, '{'), close(0)],
      /input that is not an obj/,
    ],
    [
      'input that is too deep to be written',
      [start, call(0), delta(0, nested(501)), close(0)],
      /input of more than 500 levels/,
    ],
    [
      'a finish with an open block',
      [start, text(0), finish('stop')],
      /finished with an open block/,
    ],
    [
      'a call that stop left unfinished',
      [start, call(0), cut(0), finish('stop')],
      /left a call unfinished, with the finish reason stop/,
    ],
    [
      "another's sealed data",
      [start, text(0), { type: 'close', block: 0, sealed: { issuer: 'gemini@other', data: {} } }],
      /sealed data under another provider's name/,
    ],
    [
      'a count that JSON cannot hold',
      // Only what does not follow the types.
      [start, { type: 'usage', usage: { inputTokens: 1n as unknown as number } }],
      /no whole number/,
    ],
    [
      'a note that JSON cannot hold',
      [start, text(0), { type: 'note', block: 0, annotations: [{ at: 1n }] }],
      /^malformed: .*sent a note with what JSON cannot hold/,
    ],
    [
      'a block that JSON cannot hold',
      [start, { type: 'whole', block: 0, value: { type: 'foreign', wire: 'gemini', value: LOOP } }],
      /sent a foreign block with what JSON cannot hold/,
    ],
    [
      'a seal that JSON cannot hold',
      [start, text(0), { type: 'close', block: 0, sealed: { issuer: ISSUER, data: LOOP } }],
      /sent sealed data with what JSON cannot hold/,
    ],
    ['an answer that stops in the middle', [start, text(0), delta(0)], /^cut-off: /],
    ['an answer without its end', [start, finish('stop')], /^cut-off: /],
  ];
  for (const [name, parts, failure] of bad) {
    it(`refuses ${name}`, () => assert.match(judged(parts).failure ?? 'admitted', failure));
  }

  const corrected: readonly (readonly [FinishReason, boolean, FinishReason])[] = [
    ['stop', true, 'calls'],
    ['other', true, 'calls'],
    ['length', true, 'length'],
    ['filter', true, 'filter'],
    ['calls', false, 'stop'],
    ['refusal', false, 'refusal'],
  ];
  for (const [told, hasCall, reason] of corrected) {
    it(`passes ${told} on as ${reason} ${hasCall ? 'after a call' : 'without a call'}`, () => {
      const items = hasCall ? [call(0), close(0)] : [];
      const { passed } = judged([start, ...items, finish(told), done]);
      assert.deepEqual(passed.at(-2), { ...finish(told), reason });
    });
  }
});
