import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { call, reason, startMockGateway } from '@model-gateway/mock';
import { framesOf, TEXTS } from './streams-of.ts';

/* The endings of conversations, in each dialect and as its official client takes them. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const DIALECTS = ['openai', 'anthropic', 'responses'] as const;

/** Reads texts until they end or break. */
async function heard(texts: AsyncIterable<string>): Promise<readonly [string, string]> {
  let said = '';
  try {
    for await (const text of texts) said += text;
    return [said, 'ends'];
  } catch (error) {
    return [said, error instanceof Error ? error.message : String(error)];
  }
}

const dataOf = (frame = '') => frame.slice(frame.indexOf('data: ') + 'data: '.length);

for (const dialect of DIALECTS) {
  describe(`a conversation in ${dialect}`, () => {
    it('breaks off after the delta that the test says, and delivers those before', async () => {
      for (const afterDeltas of [1, 3]) {
        await using t = gateway.tenant();
        t.chat('poem').say('one two three four', { pace: { by: 'word' } });
        t.chat().end('abort', { afterDeltas });
        const [said, end] = await heard(TEXTS[dialect](t, 'a poem'));
        assert.equal(said, 'one two three '.split(' ').slice(0, afterDeltas).join(' ') + ' ');
        assert.notEqual(end, 'ends');
      }
    });

    it('breaks off before the first delta, with everything that precedes it', async () => {
      await using t = gateway.tenant();
      t.chat('poem').say('one two');
      t.chat().end('clean-eof', { afterDeltas: 0 });
      const frames = await framesOf(t, dialect, 'a poem');
      assert.ok(!frames.some((frame) => frame.includes('one')));
      const first = { openai: 0, anthropic: 2, responses: 4 }[dialect];
      assert.equal(frames.length, first);
    });

    it('ends well although cut, or before its last event, or without it', async () => {
      await using t = gateway.tenant();
      t.chat('poem').say('one two three');
      const whole = await framesOf(t, dialect, 'a poem');
      t.chat().end('done');
      const done = await framesOf(t, dialect, 'a poem');
      assert.equal(done.length, whole.length);
      t.chat().end('clean-eof');
      assert.equal((await framesOf(t, dialect, 'a poem')).length, whole.length - 1);
      t.chat().end('done', { afterDeltas: 2 });
      const cut = await framesOf(t, dialect, 'a poem');
      assert.ok(!cut.some((frame) => frame.includes('three')));
      const last = {
        openai: /^data: \[DONE\]$/,
        anthropic: /message_stop/,
        responses: /completed/,
      };
      assert.match(cut.at(-1) ?? '', last[dialect]);
      t.chat().end('done', { afterDeltas: 2 });
      assert.deepEqual(await heard(TEXTS[dialect](t, 'a poem')), ['one two ', 'ends']);
      assert.deepEqual(
        t.journal.entries().map(({ stream }) => stream?.end),
        ['done', 'done', 'clean-eof', 'done', 'done'],
      );
    });

    it('tells an error in the words of the dialect, which its client throws', async () => {
      await using t = gateway.tenant();
      t.chat('poem').say('one two three');
      const error = { code: 529, message: 'Overloaded' };
      t.chat().end('error-event', { afterDeltas: 2, error, times: 2 });
      const [said, end] = await heard(TEXTS[dialect](t, 'a poem'));
      assert.equal(said, 'one two ');
      assert.match(end, /Overloaded/);
      const frames = await framesOf(t, dialect, 'a poem');
      const told = JSON.parse(dataOf(frames.find((frame) => frame.includes('Overloaded'))));
      if (dialect === 'openai') {
        assert.deepEqual(told.error, {
          code: 529,
          message: 'Overloaded',
          metadata: { error_type: 'provider_overloaded' },
        });
        assert.equal(told.choices[0].finish_reason, 'error');
        assert.equal(told.object, 'chat.completion.chunk');
      } else if (dialect === 'anthropic') {
        assert.deepEqual([told.type, told.error.type], ['error', 'overloaded_error']);
      } else {
        assert.equal(told.type, 'response.failed');
        assert.deepEqual(told.response.error, { code: 'server_error', message: 'Overloaded' });
        assert.equal(told.response.status, 'failed');
        assert.equal(told.sequence_number, frames.length - 1);
      }
    });
  });
}

describe('afterDeltas', () => {
  it('counts pieces of arguments and of reasoning', async () => {
    await using t = gateway.tenant();
    const args = { place: 'Oslo and Bergen' };
    t.chat().say([reason('one two'), call('weather', args)], { unchecked: true });
    for (const dialect of DIALECTS) {
      t.chat().end('clean-eof', { afterDeltas: 3 });
      const frames = (await framesOf(t, dialect, 'x')).join('\n');
      assert.match(frames, /one .*\n[^]*two[^]*place/);
      assert.doesNotMatch(frames, /Bergen/);
    }
  });

  it('is one of the places', async () => {
    await using t = gateway.tenant();
    assert.throws(
      () => t.chat().end('abort', { afterDeltas: 1, afterEvents: 2 }),
      /one of afterEvents, afterDeltas, afterBytes, got afterEvents and afterDeltas \[GW1402\]/,
    );
    assert.throws(() => t.chat().end('abort', { afterDeltas: -1 }), /\[GW1402\]/);
  });
});
