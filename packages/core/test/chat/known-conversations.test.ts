import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import { packSealed } from '../../src/chat/sealed-text.ts';
import { aChatGateway, anEndpoint, aTalker, fails, says } from './chat-builders.ts';
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
  async function sticky(pricing: ChatEndpoint['pricing'], first: object, then: object, ms = 0) {
    const providers = [aTalker('home', says(['a']), anEndpoint({ pricing }))];
    const scene = aChatGateway(providers);
    await scene.chat(first);
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
    assert.equal(await sticky(cached, session, session, 599_999), 'HOME');
    assert.equal(await sticky(cached, session, session, 600_000), 'CHEAP');
  });

  it('does not stay for another session, without a cheaper cache, or against a wish', async () => {
    assert.equal(await sticky(cached, session, { session_id: 't' }), 'CHEAP');
    assert.equal(await sticky(cached, session, {}), 'CHEAP');
    const none = { session_id: '' };
    assert.equal(await sticky(cached, none, none), 'CHEAP');
    assert.equal(await sticky({ ...cached, input_cache_read: '0.001' }, session, session), 'CHEAP');
    const wish = { ...session, provider: { sort: 'price' } };
    assert.equal(await sticky(cached, session, wish), 'CHEAP');
  });
});
