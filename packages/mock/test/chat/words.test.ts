import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  call,
  fail,
  raw,
  reason,
  say,
  startMockGateway,
  type MockTenant,
} from '@model-gateway/mock';
import { clientOf, talk, WEATHER, user } from './talk.ts';

/* The words of rules for conversations, by the official client. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

/** Runs an agent: asks until the model calls no more tools, which all return the same. */
async function agent(t: MockTenant, question: string, results: Record<string, string>) {
  const messages: Parameters<typeof talk>[1] & object = { messages: [user(question)] };
  for (let turn = 0; turn < 5; turn++) {
    const { message, calls, text } = await talk(t, { ...messages, tools: [WEATHER] });
    if (calls.length === 0) return text;
    messages.messages = [
      ...messages.messages,
      message ?? user(''),
      ...(message?.tool_calls ?? []).map((each) => ({
        role: 'tool' as const,
        tool_call_id: each.id,
        content: results[each.type === 'function' ? each.function.arguments : ''] ?? 'none',
      })),
    ];
  }
  return 'the agent never ended';
}

for (const stream of [false, true]) {
  describe(`rules for conversations, ${stream ? 'streamed' : 'whole'}`, () => {
    it('say what the user is to hear, by what the user said last, as often as asked', async () => {
      await using t = gateway.tenant();
      t.chat('weather').say('Rain in Oslo.');
      for (let i = 0; i < 3; i++) {
        assert.equal((await talk(t, 'the weather?', { stream })).text, 'Rain in Oslo.');
      }
      assert.equal((await talk(t, 'the time?', { stream })).text, 'Echo: the time?');
    });

    it('call a tool with arguments that fit', async () => {
      await using t = gateway.tenant();
      t.chat('weather').call('weather', { place: 'Oslo' });
      const body = { messages: [user('the weather?')], tools: [WEATHER] };
      const { calls, finish } = await talk(t, body, { stream });
      assert.deepEqual(calls, [['weather', '{"place":"Oslo"}']]);
      assert.equal(finish, 'tool_calls');
    });

    it('call several tools at once, after some text', async () => {
      await using t = gateway.tenant();
      const places = ['Oslo', 'Bergen'].map((place) => call('weather', { place }));
      t.chat('compare').script([say('Let me look.'), ...places], 'Bergen is wetter.');
      const body = { messages: [user('compare them')], tools: [WEATHER] };
      const { calls, text } = await talk(t, body, { stream });
      assert.equal(text, 'Let me look.');
      assert.deepEqual(calls, [
        ['weather', '{"place":"Oslo"}'],
        ['weather', '{"place":"Bergen"}'],
      ]);
    });

    it('refuse with a 200', async () => {
      await using t = gateway.tenant();
      t.chat('weapon').refuse("I can't help with that.");
      const { refusal, text } = await talk(t, 'a weapon', { stream });
      assert.equal(refusal, "I can't help with that.");
      assert.ok(!text);
    });

    it('reason before they answer, and count it', async () => {
      await using t = gateway.tenant();
      t.chat('riddle').say([reason('Step by step…'), say('42')], { usage: { reasoning: 120 } });
      const { text, usage } = await talk(t, 'a riddle', { stream });
      assert.equal(text, '42');
      if (!stream) assert.equal(usage?.completion_tokens_details?.reasoning_tokens, 120);
    });

    it('send arguments that are not JSON as they are', async () => {
      await using t = gateway.tenant();
      t.chat('broken').call('weather', raw('{"place": "Os'));
      const { calls } = await talk(t, { messages: [user('broken')], tools: [WEATHER] }, { stream });
      assert.deepEqual(calls, [['weather', '{"place": "Os']]);
    });

    it('stop at the limit of tokens and at the texts of stop, unless unchecked', async () => {
      await using t = gateway.tenant();
      t.chat('long').say('It was a dark and stormy night.');
      const cut = await talk(t, { messages: [user('long')], max_tokens: 3 }, { stream });
      assert.deepEqual([cut.text, cut.finish], ['It was a ', 'length']);
      const stopped = await talk(t, { messages: [user('long')], stop: 'dark' }, { stream });
      assert.deepEqual([stopped.text, stopped.finish], ['It was a ', 'stop']);
      t.chat('long').say('It was a dark', { unchecked: true, finish: 'length' });
      const whole = await talk(t, { messages: [user('long')], max_tokens: 1 }, { stream });
      assert.deepEqual([whole.text, whole.finish], ['It was a dark', 'length']);
    });
  });
}

describe('a script', () => {
  it('finds its place in the transcript, and functions see the results', async () => {
    await using t = gateway.tenant();
    t.chat('weather').script(
      call('weather', { place: 'Oslo' }),
      ({ results }) => `It says: ${results['weather']}`,
    );
    const ask = () => agent(t, 'the weather?', { '{"place":"Oslo"}': 'rain' });
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), Array(3).fill('It says: rain'));
  });

  it('fails once for each error in it, and then goes on', async () => {
    await using t = gateway.tenant();
    t.chat('q').script(fail(429), fail('overloaded'), 'now it works');
    assert.equal((await talk(t, 'q')).text, 'now it works');
    assert.deepEqual(
      t.journal.entries().map(({ status }) => status),
      [429, 529, 200],
    );
  });

  it('is not moved by what an app adds in the name of the user', async () => {
    await using t = gateway.tenant();
    t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.');
    const first = await talk(t, { messages: [user('the weather?')], tools: [WEATHER] });
    const id = first.message?.tool_calls?.[0]?.id ?? '';
    const { text } = await talk(t, {
      messages: [
        user('the weather?'),
        first.message ?? user(''),
        { role: 'tool', tool_call_id: id, content: 'rain' },
        user('<environment>details</environment>'),
      ],
      tools: [WEATHER],
    });
    assert.equal(text, 'Rain.');
  });

  it('fails the test when the app asks once more, without retries', async () => {
    const t = gateway.tenant();
    t.chat('weather').script('Rain.', 'Still rain.');
    const turn = (content: string) => [
      user('the weather?'),
      { role: 'assistant' as const, content },
    ];
    const messages = [...turn('Rain.'), ...turn('Still rain.').slice(1)];
    await assert.rejects(talk(t, { messages }), /500 .*has 2 steps \[GW1214\]/);
    t.requests('createChatCompletion').expectCount(1);
    await t.close();
    assert.throws(() => t.verify(), /GW1214/);
  });

  it('leaves what the user says after it to other rules', async () => {
    await using t = gateway.tenant();
    t.chat('weather').script('Rain.');
    const messages = [user('the weather?'), { role: 'assistant' as const, content: 'Rain.' }];
    const { text } = await talk(t, { messages: [...messages, user('thanks')] });
    assert.equal(text, 'Echo: thanks');
  });
});

describe('a lone call', () => {
  it('passes on once its result is in', async () => {
    await using t = gateway.tenant();
    t.chat('weather').call('weather', { place: 'Oslo' });
    const said = await agent(t, 'the weather?', { '{"place":"Oslo"}': 'rain' });
    assert.equal(said, 'weather said: rain');
  });

  it('leaves the result to a rule for it', async () => {
    await using t = gateway.tenant();
    t.chat('weather').call('weather', { place: 'Oslo' });
    t.chat({ after: { weather: { contains: 'error' } } }).say('The service is down.');
    const said = await agent(t, 'the weather?', { '{"place":"Oslo"}': 'an error' });
    assert.equal(said, 'The service is down.');
  });
});

describe('answers in turn', () => {
  it('go from one to the next, and repeat the last', async () => {
    await using t = gateway.tenant();
    t.chat().inTurn('one', fail(500), 'two');
    const heard = [];
    for (let i = 0; i < 4; i++) heard.push((await talk(t, `question ${i}`)).text);
    assert.deepEqual(heard, ['one', 'two', 'two', 'two']);
  });

  it('are the same for a request that is sent again because its answer broke', async () => {
    await using t = gateway.tenant();
    t.chat().inTurn('one', 'two');
    t.chat().fault('reset-before-headers', { times: 2 });
    assert.equal((await talk(t, 'a')).text, 'one');
    assert.equal((await talk(t, 'b')).text, 'two');
  });
});

describe('an ending', () => {
  it('cuts what the next rule answers, and the request that is sent again gets all of it', async () => {
    await using t = gateway.tenant();
    t.chat('poem').inTurn('one two three four', 'another');
    t.chat().end('abort', { afterEvents: 2 });
    const heard: string[] = [];
    const request = { model: 'acme/quill-1', messages: [user('a poem')], stream: true as const };
    const stream = await clientOf(t).chat.completions.create(request);
    await assert.rejects(async () => {
      for await (const { choices } of stream) heard.push(choices[0]?.delta.content ?? '');
    });
    assert.equal(heard.join(''), 'one two ');
    assert.equal((await talk(t, 'a poem', { stream: true })).text, 'one two three four');
    assert.equal((await talk(t, 'a poem', { stream: true })).text, 'another');
  });
});

describe('a number of times', () => {
  it('does not count repeated requests', async () => {
    await using t = gateway.tenant();
    t.chat().say('once', { times: 1 });
    t.chat().fault('reset-before-headers');
    assert.equal((await talk(t, 'a')).text, 'once');
    assert.equal((await talk(t, 'b')).text, 'Echo: b');
  });
});

describe('a conversation on the clock', () => {
  it('comes at the pace of the rule', async () => {
    await using t = gateway.tenant({ clock: 'frozen' });
    const pace = { by: 'word', first: '400ms', every: '50ms' } as const;
    t.chat('poem').say('Roses are red', { pace });
    const asking = clientOf(t).chat.completions.create({
      model: 'acme/quill-1',
      messages: [user('a poem')],
      stream: true,
    });
    await t.requests('createChatCompletion').waitFor({ timeoutMs: 30_000 });
    await t.clock.advance('450ms');
    const heard = (await asking)[Symbol.asyncIterator]();
    const next = async () => (await heard.next()).value?.choices[0]?.delta.content;
    assert.equal(await next(), 'Roses ');
    assert.equal(await next(), 'are ');
    await t.clock.advance('50ms');
    assert.equal(await next(), 'red');
  });
});

describe('what an answer costs', () => {
  it('is what the rule says, from the credits of the tenant', async () => {
    await using t = gateway.tenant({ credits: 5 });
    t.chat('report').say('Done.', { cost: 0.03, usage: { input: 2000, cached: 1536 } });
    const { usage } = await talk(t, 'the report');
    assert.equal(usage?.prompt_tokens, 2000);
    assert.equal(usage?.prompt_tokens_details?.cached_tokens, 1536);
    assert.equal(t.credits(), '4.97');
  });

  it('is nothing where the gateway refuses the request', async () => {
    await using t = gateway.tenant();
    let isAsked = false;
    t.chat().say(() => {
      isAsked = true;
      return 'never';
    });
    const client = clientOf({ baseURL: t.baseURL, apiKey: t.keys.broke });
    const messages = [user('x')];
    await assert.rejects(
      client.chat.completions.create({ model: 'acme/quill-1', messages }),
      /402/,
    );
    await assert.rejects(
      clientOf(t).chat.completions.create({ model: 'acme/none', messages }),
      /404/,
    );
    assert.equal(isAsked, false);
  });
});

describe('what a step may be', () => {
  it('is checked where the rule is made', async () => {
    await using t = gateway.tenant();
    // Plain JavaScript may give these.
    const script = t.chat().script as (...steps: readonly unknown[]) => unknown;
    assert.throws(() => script(), /script\(\) takes at least one step.*GW1212/);
    assert.throws(() => script(5), /script\(\) takes text, or what say, .* got 5 \[GW1212\]/);
    assert.throws(() => script({ sey: 'x' }), /got an object \[GW1212\]/);
    assert.throws(() => script({ say: 5 }), /got { say: 5 } \[GW1212\]/);
    assert.throws(() => script([{ fail: 429 }]), /got an object \[GW1212\]/);
    assert.throws(() => script({ fail: 'overlaoded' }), /did you mean "overloaded"\? \[GW1206\]/);
    const say = t.chat().say as (answer: unknown, options: unknown) => unknown;
    assert.throws(() => say('x', { tims: 1 }), /tims.*\[GW1211\]/);
    assert.throws(() => say('x', { pace: { evry: 1 } }), /evry.*\[GW1211\]/);
    assert.throws(() => say('x', { pace: { every: 'soon' } }), /\[GW1501\]/);
  });

  for (const [what, calls] of [
    ['nothing', undefined],
    ['a number', 5],
    ['no tool', {}],
    ['an empty name', ''],
  ] as const) {
    it(`is not a call of ${what}`, async () => {
      await using t = gateway.tenant();
      // Plain JavaScript may give these.
      const call = t.chat().call as (...args: readonly unknown[]) => unknown;
      assert.throws(() => call(calls), /^Error: call\(\) takes .*\[GW1212\]/);
    });
  }

  for (const [what, returned, got] of [
    ['nothing', undefined, 'nothing'],
    ['an answer in a form of its own', { text: 'Rain.' }, 'an object'],
    ['a refusal without text', { refuse: null }, '\\{ refuse: null \\}'],
    ['a function as JSON', { json: () => 1 }, '\\{ json: a function \\}'],
    ['a BigInt as JSON', { json: { count: 1n } }, '\\{ json: an object \\}'],
  ] as const) {
    it(`is checked where a function returns ${what}`, async () => {
      const t = gateway.tenant();
      // Plain JavaScript may return it.
      t.chat().say(() => returned as never);
      const message = new RegExp(`a function of say\\(\\) must return text, or .*, got ${got} `);
      await assert.rejects(talk(t, 'x'), message);
      assert.throws(() => t.verify(), message);
      await t.close();
    });
  }

  it('throws into the answer, and into the end of the test', async () => {
    const t = gateway.tenant();
    t.chat().say(() => {
      throw new Error('my mistake');
    });
    await assert.rejects(talk(t, 'x'), /a function of a rule for conversations threw: my mistake/);
    assert.throws(() => t.verify(), /my mistake \[GW1201\]/);
    await t.close();
  });
});
