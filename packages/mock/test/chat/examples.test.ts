import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { call, fail, raw, reason, say, startMockGateway } from '@model-gateway/mock';
import { anthropicOf } from './streams-of.ts';
import { SDK_CLIENTS } from './sdk-clients.ts';
import { clientOf, talk, WEATHER, user } from './talk.ts';

/* The worked examples of the documentation, by the official clients and the AI SDK. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const OSLO = { place: 'Oslo' };
const BERGEN = { place: 'Bergen' };

for (const [name, client] of Object.entries(SDK_CLIENTS)) {
  describe(`with ${name}`, () => {
    it('1. a model answers by what the user said last', async () => {
      await using t = gateway.tenant();
      t.chat('weather').say('Rain in Oslo.');
      assert.equal((await client.agent(t, 'the weather?')).text, 'Rain in Oslo.');
    });

    it('2. an agent calls, gets a result, and answers', async () => {
      await using t = gateway.tenant();
      t.chat('weather').script(
        call('weather', OSLO),
        ({ results }) => `It says: ${results['weather']}`,
      );
      const { text, calls } = await client.agent(t, 'the weather?', { weather: () => 'rain' });
      assert.equal(text, 'It says: rain');
      assert.deepEqual(calls, [['weather', OSLO]]);
      t.conversations()
        .only()
        .expectTurns(1)
        .expectRequests(2)
        .expectCalls([['weather', OSLO]]);
    });

    it('3. tools run in parallel, and the answer waits for all; a result decides', async () => {
      await using t = gateway.tenant();
      t.chat('compare').script(
        [say('Let me look.'), call('weather', OSLO), call('weather', BERGEN)],
        'Bergen is wetter.',
      );
      const heard = await client.agent(t, 'compare them', { weather: () => 'rain' });
      assert.equal(heard.text, 'Bergen is wetter.');
      assert.deepEqual(heard.calls, [
        ['weather', OSLO],
        ['weather', BERGEN],
      ]);
      t.chat({ after: { weather: { contains: 'error' } } }).say('The service is down.');
      const failed = await client.agent(t, 'compare them', { weather: () => 'an error' });
      assert.equal(failed.text, 'The service is down.');
    });

    it('4. a stream comes word by word, on the clock', async () => {
      await using t = gateway.tenant({ clock: 'frozen' });
      t.chat('poem').say('Roses are red', {
        pace: { by: 'word', first: '400ms', every: '50ms' },
      });
      const heard: string[] = [];
      const reading = (async () => {
        for await (const text of client.texts(t, 'a poem')) heard.push(text);
      })();
      await t.requests('chat').waitFor({ timeoutMs: 30_000 });
      await t.clock.advance('450ms');
      await t.clock.advance('1s');
      await reading;
      assert.equal(heard.join(''), 'Roses are red');
      assert.equal(t.journal.entries()[0]?.durationMs, 500);
    });

    it('5. the test decides on every delta', async () => {
      await using t = gateway.tenant();
      const s = t.chat('poem').stream();
      const texts = client.texts(t, 'a poem')[Symbol.asyncIterator]();
      const first = texts.next();
      await s.reason('What rhymes?');
      await s.text('Roses');
      assert.equal((await first).value, 'Roses');
      await s.complete();
      assert.equal((await texts.next()).done, true);
    });

    it('6. a stream is cut after the third delta, and what came is there', async () => {
      await using t = gateway.tenant();
      t.chat('poem').say('one two three four', { pace: { by: 'word' } });
      t.chat().end('abort', { afterDeltas: 3 });
      let heard = '';
      await assert.rejects(async () => {
        for await (const text of client.texts(t, 'a poem')) heard += text;
      });
      assert.equal(heard, 'one two three ');
    });

    it('8. a model reasons first', async () => {
      await using t = gateway.tenant();
      t.chat('riddle').say([reason('Step by step…'), say('42')], { usage: { reasoning: 120 } });
      assert.equal((await client.agent(t, 'a riddle')).text, '42');
      assert.equal(t.requests('chat').last().answer?.reasoning, 'Step by step…');
    });

    it('10. failures are retried by the client, and do not advance the answers', async () => {
      await using t = gateway.tenant();
      t.chat('q').inTurn(fail(429), 'now it works', 'and again');
      t.chat().fail(529);
      assert.equal((await client.agent(t, 'q')).text, 'now it works');
      assert.equal((await client.agent(t, 'q')).text, 'and again');
      t.requests('chat').expectCount(4);
      t.chat({ tokens: (n) => n > 8000 }).failAlways('context-too-long');
      await assert.rejects(client.agent(t, 'q '.repeat(9000)), /too long|context|exceeds/i);
    });

    it('11. an answer has its price, from the credits of the tenant', async () => {
      await using t = gateway.tenant({ credits: 5 });
      t.chat('report').say('Done.', { cost: 0.003, usage: { input: 2000, cached: 1536 } });
      await client.agent(t, 'the report');
      assert.equal(t.credits(), '4.997');
      const { usage, cost } = t.requests('chat').last();
      assert.deepEqual([usage?.input, usage?.cached, cost], [2000, 1536, 0.003]);
    });
  });
}

describe('what models do wrong', () => {
  it('7. comes as it is: broken arguments, unknown tools, cut text, refusals', async () => {
    await using t = gateway.tenant();
    t.chat('broken').call('weather', raw('{"place": "Os'));
    t.chat('ghost').call('no_such_tool', {}, { unchecked: true });
    t.chat('long').say('It was a dark and', { finish: 'length' });
    t.chat('weapon').refuse("I can't help with that.");
    const broken = await talk(t, { messages: [user('broken')], tools: [WEATHER] });
    assert.deepEqual(broken.calls, [['weather', '{"place": "Os']]);
    assert.deepEqual((await talk(t, 'ghost')).calls, [['no_such_tool', '{}']]);
    assert.equal((await talk(t, 'long')).finish, 'length');
    assert.equal((await talk(t, 'weapon')).refusal, "I can't help with that.");
    const { messages } = anthropicOf(t);
    const ask = (content: string) =>
      messages.create({ model: 'acme/quill-1', max_tokens: 50, messages: [user(content)] });
    assert.equal((await ask('long')).stop_reason, 'max_tokens');
    assert.equal((await ask('weapon')).stop_reason, 'refusal');
    const { responses } = clientOf(t);
    const long = await responses.create({ model: 'acme/quill-1', input: 'long' });
    assert.equal(long.status, 'incomplete');
  });
});

describe('structured output', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  };

  it('9. fits the schema of the request, in each dialect', async () => {
    await using t = gateway.tenant();
    t.chat({ system: 'extract' }).json();
    t.chat('Ada').json({ city: 'London' });
    const system = { role: 'system' as const, content: 'extract' };
    const { text } = await talk(t, {
      messages: [system, user('x')],
      response_format: { type: 'json_schema', json_schema: { name: 'city', schema } },
    });
    assert.deepEqual(JSON.parse(text ?? ''), { city: 'city' });
    const { output_text: ada } = await clientOf(t).responses.create({
      model: 'acme/quill-1',
      input: 'Ada',
      text: { format: { type: 'json_schema', name: 'city', schema, strict: true } },
    });
    assert.deepEqual(JSON.parse(ada), { city: 'London' });
    const message = await anthropicOf(t).messages.create({
      model: 'acme/quill-1',
      max_tokens: 50,
      messages: [user('Ada')],
      output_config: { format: { type: 'json_schema', schema } },
    });
    const [block] = message.content;
    assert.deepEqual(JSON.parse(block?.type === 'text' ? block.text : ''), { city: 'London' });
  });
});
