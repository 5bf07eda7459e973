import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startMockGateway, type MockTenant } from '@model-gateway/mock';
import { talk, WEATHER, user } from './talk.ts';

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

describe('an answer that the request does not allow', () => {
  const schema = {
    type: 'json_schema' as const,
    json_schema: {
      name: 'city',
      schema: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  };
  const ask = { messages: [user('q')] };
  const cases: readonly (readonly [string, (t: MockTenant) => unknown, object, RegExp])[] = [
    [
      'calls a tool that is not offered',
      (t) => t.chat('q').call('wether', {}),
      { tools: [WEATHER] },
      /calls "wether", and the request offers weather; did you mean "weather"\? Give.*GW1213/,
    ],
    [
      'calls a tool although none may be called',
      (t) => t.chat('q').call('weather', { place: 'Oslo' }),
      { tools: [WEATHER], tool_choice: 'none' },
      /the request offers no tools.*GW1213/,
    ],
    [
      'has arguments that do not fit',
      (t) => t.chat('q').call('weather', { town: 'Oslo' }),
      { tools: [WEATHER] },
      /do not fit its parameters: it must have required property 'place'.*GW1213/,
    ],
    [
      'has JSON that does not fit',
      (t) => t.chat('q').json({ city: 1 }),
      { response_format: schema },
      /does not fit the schema "city": city must be string.*GW1213/,
    ],
    [
      'says text where JSON is asked for',
      (t) => t.chat('q').say('London'),
      { response_format: schema },
      /asks for JSON, and the answer says text.*GW1213/,
    ],
    [
      'samples a schema that the request does not have',
      (t) => t.chat('q').json(),
      {},
      /asks for no JSON.*GW1213/,
    ],
    [
      'calls nothing although a call is required',
      (t) => t.chat('q').say('no'),
      { tools: [WEATHER], tool_choice: 'required' },
      /requires a call of a tool, and the answer has none.*GW1213/,
    ],
  ];
  for (const [title, rule, body, message] of cases) {
    it(`${title}: it is a 500 that is not retried, and fails the test`, async () => {
      const t = gateway.tenant();
      rule(t);
      await assert.rejects(talk(t, { ...ask, ...body }), message);
      t.requests('createChatCompletion').expectCount(1);
      assert.throws(() => t.verify(), message);
      await t.close();
    });
  }

  it('costs clients that repeat it all the same no time', async () => {
    const t = gateway.tenant();
    t.chat('q').call('wether', {});
    const { headers } = await fetch(`${t.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/quill-1', messages: [user('q')] }),
    });
    const waits = ['x-should-retry', 'retry-after', 'retry-after-ms'];
    assert.deepEqual(
      waits.map((name) => headers.get(name)),
      ['false', '0', '1'],
    );
    await t.close();
  });

  it('is sent with unchecked', async () => {
    await using t = gateway.tenant();
    t.chat('ghost').call('no_such_tool', {}, { unchecked: true });
    const { calls } = await talk(t, { messages: [user('ghost')] });
    assert.deepEqual(calls, [['no_such_tool', '{}']]);
  });

  it('is JSON that fits: a value, or a sample of the schema', async () => {
    await using t = gateway.tenant();
    t.chat('sample').json();
    t.chat('value').json({ city: 'London' });
    const json = async (content: string) =>
      JSON.parse(
        (await talk(t, { messages: [user(content)], response_format: schema })).text ?? '',
      );
    assert.deepEqual(Object.keys(await json('sample')), ['city']);
    assert.deepEqual(await json('value'), { city: 'London' });
  });
});
