import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { countTokens, startMockGateway } from '@model-gateway/mock';
import { anthropicOf } from './streams-of.ts';
import { talk, WEATHER, user } from './talk.ts';

/* Tokens, which stay the same in every release, and the prompt cache that counts in them. */

// Written once; a change is one that users' tests notice.
const GOLDEN = JSON.parse(
  readFileSync(new URL('golden-tokens.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>;

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const LONG = Array.from({ length: 1200 }, (_, i) => `w${i}`).join(' ');
const system = { role: 'system' as const, content: LONG };

describe('the estimate of tokens', () => {
  for (const [text, tokens] of Object.entries(GOLDEN)) {
    it(`of ${JSON.stringify(text)} is ${tokens}`, () => {
      assert.equal(countTokens(text), tokens);
    });
  }

  for (const length of [0, 62, 63, 64, 65_533, 65_534, 65_535, 65_536]) {
    it(`counts what is not ASCII after ${length} characters that are`, () => {
      for (const last of ['é', '漢', '😀', '\ud83d']) {
        assert.equal(countTokens('!'.repeat(length) + last), length + 1, JSON.stringify(last));
      }
    });
  }

  it('is never less for more text', () => {
    let text = '';
    let before = 0;
    for (const character of 'Hello, wörld! 12345 日本語 😀\n{"a":[1,2]}') {
      text += character;
      const now = countTokens(text);
      assert.ok(now >= before, text);
      before = now;
    }
  });
});

describe('the prompt cache', () => {
  it('has the longest prefix that was seen, in steps, for five minutes of the clock', async () => {
    await using t = gateway.tenant({ clock: 'frozen' });
    const ask = async (first: object, ...rest: readonly string[]) => {
      const messages = [first, ...rest.map(user)] as Parameters<typeof talk>[1] & never[];
      const { usage } = await talk(t, { messages });
      return [usage?.prompt_tokens, usage?.prompt_tokens_details?.cached_tokens ?? 0] as const;
    };
    const [tokens, none] = await ask(system, 'one');
    assert.equal(none, 0);
    const [, cached] = await ask(system, 'two');
    assert.ok(cached >= 1024 && cached % 128 === 0 && cached <= (tokens ?? 0), String(cached));
    const [, further] = await ask(system, 'two', 'three');
    assert.ok(further >= cached);
    const [, changed] = await ask({ ...system, content: `${LONG}!` }, 'two');
    assert.equal(changed, 0);
    await t.clock.advance('4m');
    assert.equal((await ask(system, 'two'))[1], cached);
    await t.clock.advance('6m');
    assert.equal((await ask(system, 'two'))[1], 0);
  });

  it('is one of the model, the tools and the tenant, and forgotten by a reset', async () => {
    await using t = gateway.tenant();
    const body = { messages: [system, user('x')] };
    const cachedOf = async (to: typeof t, more: object = {}) =>
      (await talk(to, { ...body, ...more })).usage?.prompt_tokens_details?.cached_tokens ?? 0;
    assert.equal(await cachedOf(t), 0);
    assert.ok((await cachedOf(t)) > 0);
    assert.equal(await cachedOf(t, { model: 'acme/lens-1' }), 0);
    assert.equal(await cachedOf(t, { tools: [WEATHER] }), 0);
    await using other = gateway.tenant();
    assert.equal(await cachedOf(other), 0);
    await t.reset();
    assert.equal(await cachedOf(t), 0);
  });

  it('leaves short prompts alone, and counts that a rule makes up', async () => {
    await using t = gateway.tenant();
    for (let i = 0; i < 2; i++) {
      assert.equal((await talk(t, 'short')).usage?.prompt_tokens_details, undefined);
    }
    t.chat().say('x', { usage: { input: 7, cached: 3 } });
    const messages = [system, user('x')];
    await talk(t, { messages });
    const { usage } = await talk(t, { messages });
    assert.deepEqual([usage?.prompt_tokens, usage?.prompt_tokens_details?.cached_tokens], [7, 3]);
  });

  it('of messages has what ends with a mark, and tells what it took in', async () => {
    await using t = gateway.tenant({ clock: 'frozen' });
    const { messages } = anthropicOf(t);
    const ask = async (content: string, mark: object = { type: 'ephemeral' }) => {
      const block = { type: 'text' as const, text: LONG, cache_control: mark };
      const { usage } = await messages.create({
        model: 'acme/quill-1',
        max_tokens: 50,
        // The mark is as the interface describes it.
        system: [block] as never,
        messages: [user(content)],
      });
      const { input_tokens: input, cache_read_input_tokens: read } = usage;
      return [input, read, usage.cache_creation_input_tokens] as const;
    };
    const [input, read, written] = await ask('one');
    assert.equal(read, 0);
    assert.ok((written ?? 0) > 1024);
    assert.ok(input < 10);
    assert.deepEqual(await ask('two'), [input, written, 0]);
    await t.clock.advance('6m');
    assert.deepEqual(await ask('two', { type: 'ephemeral', ttl: '1h' }), [input, 0, written]);
    await t.clock.advance('50m');
    assert.deepEqual(await ask('two'), [input, written, 0]);
  });

  it('of messages is told at the start of a stream, as at its end', async () => {
    await using t = gateway.tenant({ clock: 'frozen' });
    const cache_control = { type: 'ephemeral' as const };
    const count = async (said: string) => {
      const stream = await anthropicOf(t).messages.create({
        model: 'acme/quill-1',
        max_tokens: 50,
        system: [{ type: 'text', text: LONG, cache_control }],
        messages: [user(said)],
        stream: true,
      });
      const counts: (readonly (number | null)[])[] = [];
      for await (const event of stream) {
        const usage =
          event.type === 'message_start'
            ? event.message.usage
            : event.type === 'message_delta' && event.usage;
        if (usage) {
          counts.push([
            usage.input_tokens,
            usage.cache_read_input_tokens,
            usage.cache_creation_input_tokens,
          ]);
        }
      }
      const [first, last] = counts;
      assert.deepEqual(first, last);
      return first;
    };
    const [input = 0, none, written = 0] = (await count('one')) ?? [];
    assert.equal(none, 0);
    assert.ok(Number(written) > 1024);
    assert.deepEqual(await count('two'), [input, written, 0]);
    t.chat().say('x', { usage: { input: 7, cached: 3 } });
    assert.deepEqual(await count('three'), [4, 3, 0]);
  });

  it('of messages has nothing without a mark', async () => {
    await using t = gateway.tenant();
    const body = { model: 'acme/quill-1', max_tokens: 50, system: LONG, messages: [user('x')] };
    for (let i = 0; i < 2; i++) {
      const { usage } = await anthropicOf(t).messages.create(body);
      assert.equal(usage.cache_read_input_tokens, 0);
    }
  });

  it('makes the second request cheaper, where the model has a price for it', async () => {
    await using t = gateway.tenant({ credits: 10 });
    const body = { messages: [system, user('x')] };
    const costs: number[] = [];
    for (let i = 0; i < 2; i++) {
      await talk(t, body);
      costs.push(t.requests('chat').last().cost ?? 0);
    }
    const [first = 0, second = 0] = costs;
    assert.ok(second > 0 && second <= first, String(costs));
  });
});
