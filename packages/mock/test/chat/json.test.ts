import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleFromJson, startMockGateway } from '@model-gateway/mock';
import { talk, WEATHER, user } from './talk.ts';

/* Rules for conversations as JSON, for tests in other languages. */

describe('a rule for conversations in JSON', () => {
  it('says, at once and within its times', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const where = { chat: { user: { contains: 'weather' } } };
    const options = { times: 1, cost: 0.5 };
    gateway.use(ruleFromJson({ on: 'chat', where, say: 'Rain.', options }));
    assert.equal((await talk(gateway, 'the weather?')).text, 'Rain.');
    assert.equal((await talk(gateway, 'the weather?')).text, 'Echo: the weather?');
    assert.equal(gateway.rules()[0]?.id, 'chat.say');
  });

  it('has scripts with calls, errors and templates', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    gateway.use(
      ruleFromJson({
        on: 'chat',
        where: { chat: 'weather' },
        script: [
          { fail: 'overloaded' },
          [{ say: 'Let me look.' }, { call: { weather: { place: 'Oslo' } } }],
          'It says {{results.weather}}, for {{last}} in turn {{turn}}; {{results.none}}',
        ],
      }),
    );
    const tools = [WEATHER];
    const first = await talk(gateway, { messages: [user('weather')], tools });
    assert.equal(first.text, 'Let me look.');
    const result = {
      role: 'tool' as const,
      tool_call_id: first.message?.tool_calls?.[0]?.id ?? '',
      content: 'rain',
    };
    const messages = [user('weather'), first.message ?? user(''), result];
    const { text } = await talk(gateway, { messages, tools });
    assert.equal(text, 'It says rain, for weather in turn 1; {{results.none}}');
    gateway.requests('createChatCompletion').expectCount(3);
  });

  it('answers in turn, refuses, calls and fills JSON', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const rule = (chat: string, word: object) =>
      gateway.use(ruleFromJson({ on: 'chat', where: { chat }, ...word }));
    rule('turns', { in_turn: ['one', 'two'] });
    rule('weapon', { refuse: 'No.' });
    rule('tool', { call: { weather: { place: 'Oslo' } } });
    rule('value', { json: { city: 'Oslo' } });
    assert.equal((await talk(gateway, 'turns')).text, 'one');
    assert.equal((await talk(gateway, 'turns again')).text, 'two');
    assert.equal((await talk(gateway, 'weapon')).refusal, 'No.');
    const called = await talk(gateway, { messages: [user('tool')], tools: [WEATHER] });
    assert.deepEqual(called.calls, [['weather', '{"place":"Oslo"}']]);
    assert.equal((await talk(gateway, 'value')).text, '{"city":"Oslo"}');
  });

  it('sends text as arguments as it is, and unchecked steps as a model would not write them', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const rule = (chat: string, word: object) =>
      gateway.use(ruleFromJson({ on: 'chat', where: { chat }, ...word }));
    rule('broken', { call: { weather: '{"place": "Os' } });
    rule('wrong', { script: [{ call: { weather: { place: 5 } }, unchecked: true }, 'x'] });
    rule('long', { script: [{ say: 'It was a dark night', unchecked: true }] });
    const ask = (said: string, more: object = {}) =>
      talk(gateway, { messages: [user(said)], tools: [WEATHER], ...more });
    assert.deepEqual((await ask('broken')).calls, [['weather', '{"place": "Os']]);
    assert.deepEqual((await ask('wrong')).calls, [['weather', '{"place":5}']]);
    assert.equal((await ask('long', { max_tokens: 1 })).text, 'It was a dark night');
  });

  const mistakes: readonly (readonly [object, RegExp])[] = [
    [
      { on: 'createImage', say: 'x' },
      /say answers conversations: write "on": "chat", got "createImage".*GW1210/,
    ],
    [{ on: 'chat', say: 'x', fail: 529 }, /must have one of .*, got fail and say.*GW1210/],
    [{ on: 'chat', say: 5 }, /say must be text, got 5.*GW1210/],
    [{ on: 'chat', script: [] }, /script\(\) takes at least one step.*GW1212/],
    [{ on: 'chat', script: [{ sey: 'x' }] }, /did you mean "say"\?.*GW1210/],
    [{ on: 'chat', say: {} }, /say must have say, call, json, refuse or reason, or fail.*GW1210/],
    [{ on: 'chat', say: { unchecked: true } }, /must have say, call.*GW1210/],
    [{ on: 'chat', script: [{ say: 'x', fail: 529 }] }, /fail without any of them.*GW1210/],
    [{ on: 'chat', script: [[{ say: 'x', fail: 529 }]] }, /fail is a step of its own.*GW1210/],
    [{ on: 'chat', script: [[{ say: 'x' }, { fail: 529 }]] }, /fail is a step of its own.*GW1210/],
    [{ on: 'chat', where: { chat: { usr: 'x' } }, say: 'x' }, /did you mean "user"\?.*GW1210/],
    [{ on: 'chat', say: 'x', options: { tims: 1 } }, /did you mean "times"\?.*GW1210/],
    [{ on: 'chat', say: 'x', options: { pace: { every: 'soon' } } }, /GW1501/],
  ];
  for (const [json, message] of mistakes) {
    it(`refuses ${JSON.stringify(json)}`, () => {
      assert.throws(() => ruleFromJson(json), message);
    });
  }
});
