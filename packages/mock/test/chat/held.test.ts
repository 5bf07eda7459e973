import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { framesOf, TEXTS } from './streams-of.ts';
import { talk, WEATHER, user } from './talk.ts';

/* Conversations whose every piece the test sends. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

describe('a piece of a held conversation', () => {
  it('is text', async () => {
    await using t = gateway.tenant();
    const s = t.chat('poem').stream();
    const said = talk(t, 'a poem', { stream: true });
    // Plain JavaScript may give these.
    for (const word of ['text', 'reason', 'refuse'] as const) {
      await assert.rejects(
        s[word](5 as never),
        new RegExp(`${word}\\(\\) takes text, got 5 \\[GW1212\\]`),
      );
    }
    await s.text('Roses');
    await s.complete();
    assert.equal((await said).text, 'Roses');
  });
});

for (const dialect of ['openai', 'anthropic', 'responses'] as const) {
  describe(`a held conversation in ${dialect}`, () => {
    it('says what the test sends, when the test sends it', async () => {
      await using t = gateway.tenant({ clock: 'frozen' });
      const s = t.chat('poem').stream();
      const texts = TEXTS[dialect](t, 'a poem')[Symbol.asyncIterator]();
      const first = texts.next();
      await s.text('Roses ');
      assert.equal((await first).value, 'Roses ');
      const second = texts.next();
      await s.text('are red');
      assert.equal((await second).value, 'are red');
      await s.complete();
      assert.equal((await texts.next()).done, true);
      assert.equal((await s.request).status, undefined);
    });

    it('ends as the test says, also before anything was said', async () => {
      await using t = gateway.tenant();
      const s = t.chat().stream();
      const hearing = framesOf(t, dialect, 'a poem');
      await s.end('clean-eof');
      assert.deepEqual(await hearing, []);
      const broken = t.chat().stream();
      const texts = TEXTS[dialect](t, 'a poem')[Symbol.asyncIterator]();
      const first = texts.next();
      await broken.text('Roses');
      assert.equal((await first).value, 'Roses');
      await broken.error({ code: 529, message: 'Overloaded' });
      await assert.rejects(texts.next(), /Overloaded/);
    });
  });
}

describe('a held conversation', () => {
  it('reasons, speaks and calls tools piece by piece', async () => {
    await using t = gateway.tenant();
    const s = t.chat().stream();
    const talking = talk(t, { messages: [user('red')], tools: [WEATHER] }, { stream: true });
    await s.reason('What rhymes?');
    await s.text('Let me look.');
    const lookup = await s.call('weather');
    await lookup.args('{"place":');
    await lookup.args('"Oslo"}');
    await s.complete({ usage: { input: 7, output: 3 } });
    const { text, calls, finish } = await talking;
    assert.equal(text, 'Let me look.');
    assert.deepEqual(calls, [['weather', '{"place":"Oslo"}']]);
    assert.equal(finish, 'tool_calls');
  });

  it('refuses a tool that is not offered, and arguments of a call that has ended', async () => {
    await using t = gateway.tenant();
    const s = t.chat().stream();
    const talking = talk(t, { messages: [user('red')], tools: [WEATHER] }, { stream: true });
    await assert.rejects(s.call('wether'), /did you mean "weather"\?.*\[GW1213\]/);
    const call = await s.call('weather');
    await call.args('{"place": "Os');
    await s.refuse('No.');
    await assert.rejects(call.args('lo"}'), /something else was said after it \[GW1411\]/);
    await s.complete();
    const { calls, refusal } = await talking;
    assert.deepEqual(calls, [['weather', '{"place": "Os']]);
    assert.equal(refusal, 'No.');
  });

  it('is none for a request that is not streamed', async () => {
    await using t = gateway.tenant();
    const s = t.chat().stream();
    const sending = assert.rejects(s.text('x'), /did not say stream: true \[GW1403\]/);
    await talk(t, 'a poem');
    await sending;
  });

  it('fails the test that never ends it', async () => {
    const t = gateway.tenant();
    const s = t.chat().stream();
    const hearing = framesOf(t, 'openai', 'x').catch(() => []);
    await s.text('x');
    await t.close();
    assert.throws(() => t.verify(), /\[GW1409\]/);
    await hearing;
  });
});
