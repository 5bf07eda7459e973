import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chunk } from '../src/api/types.ts';
import { nextMoment } from '../src/streams/playback.ts';
import { errorAtEnd, frameOf, RecordedAnswer } from '../src/streams/recorded-answer.ts';

const chunk = (data: unknown, event: string | null = null, at_ms = 0): Chunk => ({
  at_ms,
  bytes: 1,
  event,
  data,
});
const delta = (said: object) => chunk({ choices: [{ index: 0, delta: said }] });

describe('a recorded stream', () => {
  const chunks = [
    delta({ role: 'assistant', content: '' }),
    chunk(null),
    delta({ reasoning: 'Hm.' }),
    delta({ content: 'Let ' }),
    delta({ content: 'me.' }),
    delta({ tool_calls: [{ index: 0, function: { name: 'weather', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"place":"Os' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: 'lo"}' } }] }),
    chunk('[DONE]'),
  ];

  it('stands as the client had it at each of its events', () => {
    const recorded = new RecordedAnswer('createChatCompletion', chunks);
    const stood = chunks.map((_, at) => recorded.at(at + 1));
    assert.equal(recorded.at(0), undefined);
    assert.deepEqual(
      stood.map((each) => each?.text),
      ['', '', '', 'Let ', 'Let me.', 'Let me.', 'Let me.', 'Let me.', 'Let me.'],
    );
    assert.equal(stood[2]?.reasoning, 'Hm.');
    assert.deepEqual(stood[6]?.calls, [{ name: 'weather', args: '{"place":"Os' }]);
    assert.deepEqual(stood[7]?.calls, [{ name: 'weather', args: { place: 'Oslo' } }]);
    assert.deepEqual(
      [...recorded.words()],
      [
        [2, 'Hm.'],
        [3, 'Let '],
        [4, 'me.'],
      ],
    );
  });

  it('counts deltas as an ending does: no role, no comment, no beginning of a call', () => {
    const recorded = new RecordedAnswer('createChatCompletion', chunks);
    assert.deepEqual(
      [0, 2, 3, 5, 6, 7, 9].map((position) => recorded.deltasAt(position)),
      [0, 0, 1, 3, 3, 4, 5],
    );
  });

  it('has its frames as they were sent', () => {
    assert.equal(frameOf(chunk('[DONE]')), 'data: [DONE]');
    assert.equal(frameOf(chunk('two\nlines', 'note')), 'event: note\ndata: two\ndata: lines');
    assert.equal(frameOf(chunk({ a: 1 })), 'data: {"a":1}');
    assert.equal(frameOf(chunk(null)), ': comment');
  });

  for (const [dialect, end, told] of [
    [
      'chat completions',
      [
        chunk({
          error: { code: 529, message: 'Busy.', metadata: { error_type: 'provider_overloaded' } },
        }),
        chunk('[DONE]'),
      ],
      { status: 529, message: 'Busy.', type: undefined },
    ],
    [
      'messages',
      [chunk({ type: 'error', error: { type: 'odd', message: 'Busy.', error_type: 'timeout' } })],
      { status: 524, message: 'Busy.', type: undefined },
    ],
    [
      'responses',
      [
        chunk({
          response: { error: { code: 'server_error', message: 'Busy.' }, error_type: 'odd' },
        }),
      ],
      { status: undefined, message: 'Busy.', type: 'odd' },
    ],
  ] as const) {
    it(`says which error it ended with, in ${dialect}`, () => {
      assert.deepEqual(errorAtEnd([...chunks, ...end]), told);
      assert.equal(errorAtEnd(chunks), undefined);
    });
  }
});

describe('playing', () => {
  const times = [10, 10, 30, 30, 30, 80];
  const moments = (position: number) => nextMoment(times, position);

  it('waits as long as it took, and shows what came together at once', () => {
    assert.deepEqual(moments(0), { position: 2, afterMs: 10 });
    assert.deepEqual(moments(2), { position: 5, afterMs: 20 });
    assert.deepEqual(moments(5), { position: 6, afterMs: 50 });
  });

  it('goes on from within what came together', () => {
    assert.deepEqual(moments(3), { position: 5, afterMs: 0 });
  });

  it('does not wait where a clock was set back', () => {
    assert.deepEqual(nextMoment([50, 20], 1), { position: 2, afterMs: 0 });
  });
});
