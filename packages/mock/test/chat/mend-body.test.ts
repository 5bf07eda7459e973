import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mendedBody } from '../../src/chat/mend-body.ts';

describe('a body that the gateway refuses', () => {
  it('is read a few times, however many turns it has, where the fault is in another member', () => {
    let reads = 0;
    const messages = Array.from({ length: 200 }, () => ({
      role: 'user',
      get content() {
        reads++;
        return 'Hi';
      },
    }));
    const body = { model: 'a/b', messages, temperature: 'hot', top_p: 0.5 };
    const mended = mendedBody('createChatCompletion', body, { headers: {} });
    assert.deepEqual(mended, { model: 'a/b', messages, top_p: 0.5 });
    assert.ok(reads < 10 * messages.length, `${reads} reads`);
  });

  /** Turns, every other one of which nobody can read, and how often any was looked at. */
  function halfBroken(count: number) {
    let reads = 0;
    const messages = Array.from({ length: count }, (_, position) => ({
      role: position % 2 === 0 ? 'user' : 'nobody',
      get content() {
        reads++;
        return `turn ${position}`;
      },
    }));
    const body = { model: 'a/b', messages, temperature: 'hot' };
    const mended = mendedBody('createChatCompletion', body, { headers: {} });
    return { reads, kept: turnsOf(mended) };
  }

  function turnsOf(mended: ReturnType<typeof mendedBody>): readonly { readonly role: string }[] {
    // As it was given.
    return mended?.['messages'] as readonly { readonly role: string }[];
  }

  it('keeps every turn that can be read, where there are not too many', () => {
    const { kept } = halfBroken(60);
    assert.equal(kept.length, 30);
    assert.ok(kept.every(({ role }) => role === 'user'));
  });

  it('costs four times as much where there is four times as much', () => {
    const [some, more] = [halfBroken(1001), halfBroken(4004)];
    assert.ok(more.reads < 6 * some.reads, `${some.reads} reads, then ${more.reads}`);
    assert.equal(some.kept.at(-1)?.role, 'user', 'what was said last is what is answered');
  });

  it('keeps the input of a response that is text, whatever else is wrong', () => {
    const body = { model: 'a/b', input: 'Hello', temperature: 'hot' };
    assert.deepEqual(mendedBody('createResponse', body, { headers: {} }), {
      model: 'a/b',
      input: [{ role: 'user', content: 'Hello' }],
    });
  });
});
