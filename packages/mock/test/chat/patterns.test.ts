import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startMockGateway, type ChatPattern } from '@model-gateway/mock';
import { talk, WEATHER, user } from './talk.ts';

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

describe('a pattern', () => {
  const body = {
    model: 'acme/quill-1',
    messages: [
      { role: 'system' as const, content: 'Be brief.' },
      user('first'),
      user('Hello there'),
    ],
    tools: [WEATHER],
  };
  const patterns: readonly (readonly [ChatPattern, boolean])[] = [
    ['Hello', true],
    ['hello', false],
    [/^hello/i, true],
    ['first', false],
    [{ anywhere: 'first' }, true],
    [{ system: 'brief' }, true],
    [{ system: 'long' }, false],
    [{ user: { contains: 'there' }, system: /brief/ }, true],
    [{ model: 'acme/quill-1' }, true],
    [{ model: 'acme/quill' }, false],
    [{ dialect: 'openai' }, true],
    [{ dialect: 'anthropic' }, false],
    [{ stream: false }, true],
    [{ tools: 'weather' }, true],
    [{ tools: ['weather'] }, true],
    [{ tools: 'clock' }, false],
    [{ turn: 2 }, true],
    [{ turn: 1 }, false],
    [{ after: 'weather' }, false],
    [{ messages: (messages) => messages.length === 3 }, true],
    [{ tokens: (count) => count > 1000 }, false],
  ];
  for (const [pattern, isMatch] of patterns) {
    const shown = pattern instanceof RegExp ? String(pattern) : JSON.stringify(pattern);
    it(`${shown} ${isMatch ? 'matches' : 'does not match'}`, async () => {
      await using t = gateway.tenant();
      t.chat(pattern).say('matched');
      assert.equal((await talk(t, body)).text === 'matched', isMatch);
    });
  }

  it('of another form is refused', () => {
    const t = gateway.tenant();
    // Plain JavaScript may give these.
    const chat = t.chat as (pattern: unknown) => unknown;
    assert.throws(() => chat({ usr: 'x' }), /got "usr"; did you mean "user"\? \[GW1204\]/);
    assert.throws(
      () => chat(5),
      /text, a RegExp or an object with user, .* got a number \[GW1204\]/,
    );
    return t.close();
  });
});
