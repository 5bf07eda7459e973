import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { say, startMockGateway, type MockTenant } from '@model-gateway/mock';
import { anthropicOf } from './streams-of.ts';
import { clientOf, talk, WEATHER, user } from './talk.ts';

/* What models answer where no rule does, and what fails instead. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const CLOCK = {
  type: 'function' as const,
  function: { name: 'clock', parameters: { type: 'object', properties: {} } },
};
const tools = [WEATHER, CLOCK];

describe('a model without a rule', () => {
  it('repeats the user, and with tools that it may call, too', async () => {
    await using t = gateway.tenant();
    assert.equal((await talk(t, 'Hello')).text, 'Echo: Hello');
    const { text, calls } = await talk(t, { messages: [user('use the weather tool')], tools });
    assert.deepEqual([text, calls], ['Echo: use the weather tool', []]);
  });

  it('calls the tool that it has to call', async () => {
    await using t = gateway.tenant();
    const ask = { messages: [user('x')], tools };
    const any = await talk(t, { ...ask, tool_choice: 'required' });
    assert.deepEqual(any.calls, [['weather', '{"place":"place"}']]);
    const choice = { type: 'function' as const, function: { name: 'clock' } };
    assert.deepEqual((await talk(t, { ...ask, tool_choice: choice })).calls, [['clock', '{}']]);
  });

  it('knows tools and calls that are named as what objects have', async () => {
    await using t = gateway.tenant();
    t.chat({ after: 'valueOf' }).say('never');
    const called = (id: string) => ({
      id,
      type: 'function' as const,
      function: { name: id, arguments: '{}' },
    });
    const ids = ['constructor', '__proto__', 'toString'];
    const messages = [
      { role: 'assistant' as const, tool_calls: ids.map(called) },
      user('and?'),
      { role: 'assistant' as const, tool_calls: [called('hasOwnProperty')] },
      { role: 'tool' as const, tool_call_id: 'hasOwnProperty', content: 'yes' },
    ];
    assert.equal((await talk(t, { messages })).text, 'hasOwnProperty said: yes');
    t.chat({ after: Object.fromEntries([['__proto__', 'deep']]) }).say('{{results.__proto__}}');
    messages.push(
      { role: 'assistant' as const, tool_calls: [called('__proto__')] },
      { role: 'tool' as const, tool_call_id: '__proto__', content: 'deep' },
    );
    assert.equal((await talk(t, { messages })).text, 'deep');
  });

  it('sums up the results of tools, those of this turn alone', async () => {
    await using t = gateway.tenant();
    const called = (id: string, name: string) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    });
    const result = (id: string, content: string) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content,
    });
    const messages = [
      user('before'),
      { role: 'assistant' as const, tool_calls: [called('0', 'clock')] },
      result('0', 'late'),
      user('compare'),
      { role: 'assistant' as const, tool_calls: [called('1', 'weather'), called('2', 'weather')] },
      result('2', 'sun'),
      result('1', 'rain'),
    ];
    const { text } = await talk(t, { messages, tools });
    assert.equal(text, 'weather said: rain\nweather said: sun');
  });

  it('answers any JSON with what the user said', async () => {
    await using t = gateway.tenant();
    const format = { type: 'json_object' as const };
    const { text } = await talk(t, { messages: [user('Hi')], response_format: format });
    assert.equal(text, '{"echo":"Hi"}');
  });

  it('obeys max_tokens and stop', async () => {
    await using t = gateway.tenant({ unscripted: 'lorem' });
    const { text, finish } = await talk(t, { messages: [user('x')], max_tokens: 5 });
    assert.deepEqual([text, finish], ['Lorem ipsum ', 'length']);
    const stopped = await talk(t, { messages: [user('x')], stop: ' dolor' });
    assert.deepEqual([stopped.text, stopped.finish], ['Lorem ipsum', 'stop']);
  });

  it('says which schema it cannot fill', async () => {
    await using t = gateway.tenant();
    const schema = { type: 'object', properties: { a: { pattern: '(?=x)y' } }, required: ['a'] };
    const format = { type: 'json_schema' as const, json_schema: { name: 's', schema } };
    const asking = talk(t, { messages: [user('x')], response_format: format });
    await assert.rejects(asking, /500 .*a cannot be filled: no text was found for the pattern/);
    t.requests('createChatCompletion').expectCount(1);
  });
});

describe('unscripted', () => {
  it('calls each tool that is offered once, and then answers', async () => {
    await using t = gateway.tenant({ unscripted: 'tools' });
    const first = await talk(t, { messages: [user('go')], tools });
    assert.deepEqual(first.calls, [
      ['weather', '{"place":"place"}'],
      ['clock', '{}'],
    ]);
    const results = (first.message?.tool_calls ?? []).map(({ id }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: 'ok',
    }));
    const messages = [user('go'), first.message ?? user(''), ...results];
    const { text } = await talk(t, { messages, tools });
    assert.equal(text, 'weather said: ok\nclock said: ok');
  });

  it('is checked where a function returns it', async () => {
    // Plain JavaScript may return an error.
    await using t = gateway.tenant({ unscripted: () => ({ fail: 429 }) as never });
    await assert.rejects(
      talk(t, 'x'),
      /the function of unscripted must return text, .* got an object/,
    );
  });

  it('is a function of the conversation', async () => {
    await using t = gateway.tenant({ unscripted: ({ last }) => [say(last.toUpperCase())] });
    assert.equal((await talk(t, 'hello')).text, 'HELLO');
  });

  it('is one of the names', () => {
    // Plain JavaScript may give this.
    const make = gateway.tenant as (options: object) => MockTenant;
    assert.throws(() => make({ unscripted: 'ecko' }), /did you mean "echo"\? \[GW1105\]/);
  });
});

describe('a model whose name says what it does', () => {
  const ask = (t: MockTenant, name: string, more: object = {}) =>
    talk(t, { messages: [user('hello')], model: `mock/${name}`, ...more });

  it('echoes, says the same each time, calls tools, fails', async () => {
    await using t = gateway.tenant({ unscripted: 'lorem' });
    assert.equal((await ask(t, 'echo')).text, 'Echo: hello');
    assert.match((await ask(t, 'lorem')).text ?? '', /^Lorem ipsum/);
    assert.equal((await ask(t, 'tools', { tools })).calls.length, 2);
    await assert.rejects(ask(t, 'fail-529'), /529/);
  });

  it('breaks off in the middle', async () => {
    await using t = gateway.tenant();
    const heard: string[] = [];
    const body = { model: 'mock/cut', messages: [user('x')], stream: true as const };
    const stream = await clientOf(t).chat.completions.create(body);
    await assert.rejects(async () => {
      for await (const { choices } of stream) heard.push(choices[0]?.delta.content ?? '');
    }, /Provider returned error/);
    assert.match(heard.join(''), /^Lorem ipsum dolor/);
    assert.doesNotMatch(heard.join(''), /exercitation/);
  });

  it('takes its time on the clock of the tenant', async () => {
    await using t = gateway.tenant({ clock: 'frozen' });
    const body = { model: 'mock/slow', messages: [user('x')], stream: true as const };
    const asking = clientOf(t).chat.completions.create(body);
    await t.requests('createChatCompletion').waitFor({ timeoutMs: 30_000 });
    await t.clock.advance('2s');
    const heard = (await asking)[Symbol.asyncIterator]();
    assert.equal((await heard.next()).value?.choices[0]?.delta.content, 'Lorem ');
  });

  it('is found by the clients of OpenAI and Anthropic', async () => {
    await using t = gateway.tenant();
    assert.equal((await clientOf(t).models.retrieve('mock/cut')).id, 'mock/cut');
    const { models } = anthropicOf(t);
    const listed = (await models.list()).data.find(({ id }) => id === 'mock/cut');
    assert.ok(listed);
    assert.equal((await models.retrieve('mock/cut')).display_name, listed.display_name);
  });

  it('is listed, and obeys rules', async () => {
    await using t = gateway.tenant();
    const ids = (await clientOf(t).models.list()).data.map(({ id }) => id);
    assert.ok(ids.includes('mock/cut'));
    t.chat().say('Ruled.');
    assert.equal((await ask(t, 'fail-529')).text, 'Ruled.');
  });
});

describe("unscripted: 'fail'", () => {
  it('says the rule to write, why others did not match, and fails the test', async () => {
    const t = gateway.tenant({ unscripted: 'fail' });
    t.chat({ user: 'weather', model: 'acme/quill-2' }).as('other model').say('x');
    t.chat('weather').as('case').say('x');
    t.chat('Weather in Oslo').say('once', { times: 1 });
    t.on('createMessage').fail(500);
    assert.equal((await talk(t, 'the Weather in Oslo?')).text, 'once');
    const asking = talk(t, "the Weather in Oslo? It's important");
    await assert.rejects(asking, (error: Error) => {
      const { message } = error;
      assert.match(message, /424 no rule answers this conversation/);
      assert.match(message, /chat\.say: has answered its 1 request/);
      assert.match(message, /case: user has "weather" in another case, and case matters/);
      assert.match(message, /other model: .*model is "acme\/quill-1", expected "acme\/quill-2"/);
      assert.match(
        message,
        /Write tenant\.chat\('the Weather in Oslo\? It'\)\.say\('…'\) \[GW1215\]/,
      );
      assert.doesNotMatch(message, /createMessage/);
      return true;
    });
    t.requests('createChatCompletion').expectCount(2);
    await t.close();
    assert.throws(
      () => t.verify(),
      /POST \/v1\/chat\/completions; to answer it: tenant\.chat\('the Weather in Oslo\? It'\)/,
    );
  });

  it('is an unhandled request that a test may expect', async () => {
    await using t = gateway.tenant({ unscripted: 'fail' });
    t.chat('weather').script('Rain.');
    await assert.rejects(talk(t, 'hello'), /script: user is "hello", expected "weather"/);
    t.requests('unhandled').expectCount(1);
  });

  it('refuses what the gateway refuses, and lets rules answer', async () => {
    await using t = gateway.tenant({ unscripted: 'fail' });
    t.chat('hi').say('Hi.');
    const client = clientOf({ baseURL: t.baseURL, apiKey: t.keys.revoked });
    const messages = [user('x')];
    await assert.rejects(
      client.chat.completions.create({ model: 'acme/quill-1', messages }),
      /401/,
    );
    assert.equal((await talk(t, 'hi')).text, 'Hi.');
  });
});

describe("validate: 'off'", () => {
  it('answers half a conversation', async () => {
    await using t = gateway.tenant({ validate: 'off' });
    t.chat('weather').call('no_such_tool', { any: 1 });
    const post = async (path: string, body: object) => {
      const response = await fetch(`${t.baseURL}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200);
      return response.json();
    };
    const orphan = { role: 'tool', tool_call_id: 'none', content: 'rain' };
    const model = 'nobody/knows-1';
    const { choices } = await post('/chat/completions', {
      model,
      messages: [user('hello'), orphan, { role: 'nobody', content: 1 }],
      temperature: 99,
      n: 3,
    });
    assert.equal(choices[0].message.content, 'Echo: hello');
    const { content } = await post('/messages', { messages: [user('hello')] });
    assert.equal(content[0].text, 'Echo: hello');
    await post('/responses', { model, input: 5 });
    await post('/chat/completions', {});
    const called = await post('/chat/completions', { model, messages: [user('the weather')] });
    assert.equal(called.choices[0].message.tool_calls[0].function.name, 'no_such_tool');
  });

  it('is on by default', async () => {
    await using t = gateway.tenant();
    const body = { messages: [{ role: 'tool' as const, tool_call_id: 'x', content: 'rain' }] };
    await assert.rejects(talk(t, body), /400/);
    await assert.rejects(talk(t, { messages: [user('x')], n: 2 }), /400 .*\bn must be 1/);
  });
});

describe('an idempotency key', () => {
  it('gets the same answer once more, and neither counts nor costs', async () => {
    await using t = gateway.tenant({ credits: 1 });
    t.chat().inTurn('one', 'two');
    const { completions } = clientOf(t).chat;
    const ask = (key: string) =>
      completions.create(
        { model: 'acme/quill-1', messages: [user('q')] },
        { headers: { 'idempotency-key': key } },
      );
    const first = await ask('k1');
    const paid = t.credits();
    const again = await ask('k1').withResponse();
    assert.deepEqual(again.data, first);
    assert.equal(again.response.headers.get('idempotent-replayed'), 'true');
    assert.equal(t.credits(), paid);
    assert.equal((await ask('k2')).choices[0]?.message.content, 'two');
    await assert.rejects(
      completions.create(
        { model: 'acme/quill-1', messages: [user('other')] },
        { headers: { 'idempotency-key': 'k1' } },
      ),
      /409 .*another body/,
    );
  });
});
