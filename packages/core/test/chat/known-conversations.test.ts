import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import { packSealed } from '../../src/chat/sealed-text.ts';
import { Stickiness } from '../../src/inference/routing/stickiness.ts';
import { aChatGateway, anEndpoint, aTalker, chunksOf, fails, says } from './chat-builders.ts';
import { priced, servedBy } from './routed.ts';

describe('the provider that knows a conversation', () => {
  const sealedBy = (issuer: string) => {
    const signature = packSealed({ issuer, data: { id: 'r' } });
    const details = [{ type: 'reasoning.text', text: 'Hm.', signature }];
    const answer = { role: 'assistant', content: 'Yes', reasoning_details: details };
    return { messages: [{ role: 'user', content: 'Hi' }, answer, { role: 'user', content: '?' }] };
  };
  const issued = (issuer: string, prompt: string) => priced(prompt, { issuer });

  it('is asked first where it sealed some of it, whatever the order', async () => {
    const endpoints = { cheap: issued('a', '0.001'), dear: issued('b', '0.002') };
    assert.equal(await servedBy(endpoints, sealedBy('b')), 'dear');
    const provider = { order: ['cheap'] };
    assert.equal(await servedBy(endpoints, { ...sealedBy('b'), provider }), 'dear');
    assert.equal(await servedBy(endpoints, sealedBy('none')), 'cheap');
  });

  it('is replaced where it is down, without what it sealed', async () => {
    const other = aTalker('cheap', says(['a']), issued('a', '0.001'));
    const issuer = aTalker('dear', fails('server'), issued('b', '0.002'));
    const response = await aChatGateway([other, issuer]).chat(sealedBy('b'));
    assert.equal(response.headers['x-provider-name'], 'CHEAP');
    assert.equal(response.headers['x-gateway-warnings'], 'reasoning_details=ignored');
    assert.equal(issuer.jobs.length, 1);
  });

  /** A provider that was once the only one, and a cheaper one that came since. */
  async function sticky(
    pricing: ChatEndpoint['pricing'],
    first: object,
    then: object,
    { ms = 0, cacheReadTokens = 0 } = {},
  ) {
    const counts = { inputTokens: 10, outputTokens: 2, cacheReadTokens };
    const providers = [aTalker('home', says(['a'], counts), anEndpoint({ pricing }))];
    const scene = aChatGateway(providers);
    const answered = await scene.chat(first);
    if (answered.body.kind === 'stream') await chunksOf(answered);
    providers.push(aTalker('cheap', says(['b']), priced('0.0001')));
    scene.clock.advance(ms);
    return (await scene.chat(then)).headers['x-provider-name'];
  }
  const cached = { prompt: '0.001', completion: '0', input_cache_read: '0.0001' };
  const session = { session_id: 's' };

  it('stays for ten minutes where cached input is cheaper', async () => {
    assert.equal(await sticky(cached, session, session), 'HOME');
    assert.equal(await sticky(cached, { ...session, stream: true }, session), 'HOME');
    const byKey = { prompt_cache_key: 'k' };
    assert.equal(await sticky(cached, byKey, byKey), 'HOME');
    assert.equal(await sticky(cached, session, session, { ms: 599_999 }), 'HOME');
    assert.equal(await sticky(cached, session, session, { ms: 600_000 }), 'CHEAP');
  });

  it('does not stay for another session, without a cheaper cache, or against a wish', async () => {
    assert.equal(await sticky(cached, session, { session_id: 't' }), 'CHEAP');
    assert.equal(await sticky(cached, session, {}), 'CHEAP');
    const none = { session_id: '' };
    assert.equal(await sticky(cached, none, none), 'CHEAP');
    assert.equal(await sticky({ ...cached, input_cache_read: '0.001' }, session, session), 'CHEAP');
    for (const provider of [{ sort: 'price' }, { order: ['cheap'] }]) {
      assert.equal(await sticky(cached, session, { ...session, provider }), 'CHEAP');
    }
  });

  const said = (...texts: string[]) => ({
    messages: [
      { role: 'system', content: 'Be brief' },
      ...texts.map((content, turn) => ({ role: turn % 2 === 0 ? 'user' : 'assistant', content })),
    ],
  });
  const long = 'x'.repeat(5000);

  for (const [what, first, then, expected] of [
    ['goes on', said('Hi'), said('Hi', 'a', 'And?'), 'HOME'],
    ['goes on from a stream', { ...said('Hi'), stream: true }, said('Hi', 'a', 'And?'), 'HOME'],
    ['begins long', said(long), said(long, 'a', '?'), 'HOME'],
    ['begins otherwise', said('Hi'), said('Hello', 'a', 'And?'), 'CHEAP'],
    ['begins longer', said(long), said(`${long}y`), 'CHEAP'],
    ['has a wish', said('Hi'), { ...said('Hi'), provider: { sort: 'price' } }, 'CHEAP'],
    ['names a session', said('Hi'), { ...said('Hi'), ...session }, 'CHEAP'],
  ] as const) {
    it(`is known by the beginning, once its cache was read: one that ${what}`, async () => {
      assert.equal(await sticky(cached, first, then, { cacheReadTokens: 5 }), expected);
      assert.equal(await sticky(cached, first, then), 'CHEAP');
    });
  }

  it('is known whatever marks of the cache its first turn has', async () => {
    const marked = (cache_control?: object) => {
      const content = [{ type: 'text', text: 'Hi', ...(cache_control && { cache_control }) }];
      return { messages: [{ role: 'user', content }] };
    };
    const first = marked({ type: 'ephemeral' });
    assert.equal(await sticky(cached, first, marked(), { cacheReadTokens: 5 }), 'HOME');
    const wholeTime = { ms: 600_000, cacheReadTokens: 5 };
    assert.equal(await sticky(cached, first, marked(), wholeTime), 'CHEAP');
  });
});

describe('the endpoint that served a session', () => {
  const at = (slug: string, model = 'm') => ({ provider: { slug, name: slug }, model });

  it('is of one model, and the one that served last', () => {
    const sessions = new Stickiness(createManualClock(0));
    sessions.served('s', at('one'));
    sessions.served('s', at('two'));
    const homes = [at('one'), at('two'), at('two', 'n')].map((one) => sessions.isHome('s', one));
    assert.deepEqual(homes, [false, true, false]);
  });

  it('is forgotten of the session that was served least recently, of more than 10,000', () => {
    const sessions = new Stickiness(createManualClock(0));
    for (let i = 0; i < 10_000; i++) sessions.served(`${i}`, at('one'));
    sessions.served('0', at('one'));
    const known = () => ['0', '1', '2'].map((session) => sessions.isHome(session, at('one')));
    assert.deepEqual(known(), [true, true, true]);
    sessions.served('another', at('one'));
    assert.deepEqual(known(), [true, false, true]);
  });
});
