import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { connectMockGateway } from '@model-gateway/mock/control';
import { started } from './controlled-gateway.ts';

const user = (content: string) => ({ role: 'user', content });
const model = 'acme/quill-1';
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];

/** An agent that looks up the weather and then says it, as another process sees it. */
async function agent() {
  const { call, there, as, tenant } = await started();
  await call(`POST ${there}/rules`, {
    id: 'weather',
    on: 'chat',
    where: { chat: { user: 'weather' } },
    script: [{ call: { weather: { place: 'Oslo' } } }, 'It says {{results.weather}}.'],
  });
  const ask = async (messages: readonly object[], more: object = {}) => {
    const answer = await as('POST /v1/chat/completions', {
      body: { model, messages, tools, ...more },
    });
    const { body } = answer;
    if (body.kind === 'stream') for await (const _chunk of body.chunks);
    if (body.kind === 'events') for await (const _event of body.events);
    return answer.value;
  };
  const first = await ask([user('weather in Oslo')]);
  const said = first.choices[0].message;
  const result = { role: 'tool', tool_call_id: said.tool_calls[0].id, content: 'rain' };
  await ask([user('weather in Oslo'), said, result], { stream: true });
  return { call, there, as, ask, tenant };
}

describe('conversations over HTTP', () => {
  it('are listed with what they used, what they cost and what was said', async () => {
    const { call, there, ask, tenant } = await agent();
    await ask([user(`another, with ${tenant.api_key}`)]);
    const { value } = await call(`GET ${there}/threads`);
    const [weather, other, ...more] = value.data;
    assert.deepEqual(more, []);
    const { requests, first, turns, dialect, problems, transcript, usage, cost } = weather;
    assert.deepEqual(
      { requests, first, turns, dialect, problems },
      { requests: [1, 2], first: 'weather in Oslo', turns: 1, dialect: 'openai', problems: [] },
    );
    assert.match(transcript, /#2 POST .* by weather.*\n.*weather in Oslo\n.*→ weather/);
    assert.match(transcript, /It says rain\./);
    const entries = [1, 2].map((number) => call(`GET ${there}/requests/${number}`));
    const told = (await Promise.all(entries)).map((entry) => entry.value.data);
    const sum = (of: (entry: (typeof told)[number]) => number) => of(told[0]) + of(told[1]);
    assert.equal(
      usage.input,
      sum((entry) => entry.usage.input),
    );
    assert.equal(
      usage.output,
      sum((entry) => entry.usage.output),
    );
    assert.equal(
      cost,
      sum((entry) => entry.cost),
    );
    assert.ok(cost > 0);
    assert.equal(other.first.includes(tenant.api_key), false);
  });

  it('say what went wrong: errors, broken streams, calls without a result', async () => {
    const { call, there, ask } = await agent();
    await call(`POST ${there}/rules`, { on: 'chat', end: 'clean-eof' });
    await ask([user('one')], { stream: true });
    await call(`POST ${there}/rules`, { on: 'chat', fail: 529 });
    await ask([user('two')]);
    const calls = [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }];
    await ask([user('three'), { role: 'assistant', tool_calls: calls }, user('and?')]);
    const { value } = await call(`GET ${there}/threads`);
    assert.deepEqual(
      value.data.map(({ problems }: { problems: readonly string[] }) => problems),
      [[], ['#3: the stream ended with clean-eof'], ['#4: 529'], ['#5: no result of weather']],
    );
  });

  it('are in each request: what was asked, heard, used and paid', async () => {
    const { call, there, as } = await agent();
    await as('GET /v1/models');
    const { value } = await call(`GET ${there}/requests`);
    const [one, two, models] = value.data;
    assert.deepEqual(one.chat.tools, ['weather']);
    assert.deepEqual(one.answer.calls, [{ name: 'weather', args: { place: 'Oslo' } }]);
    assert.deepEqual([two.answer.text, two.answer.finish], ['It says rain.', 'stop']);
    assert.deepEqual(two.chat.results.weather, 'rain');
    assert.ok(two.usage.input > one.usage.input && two.cost > 0);
    const { chat, answer, usage, cost } = models;
    assert.deepEqual([chat, answer, usage, cost], [null, null, null, null]);
  });

  const weather = { name: 'weather', args: { place: { contains: 'Os' } } };
  for (const [expectation, says] of [
    [{}, undefined],
    [{ count: 1, turns: 1, requests: 2, calls: [weather], append_only: true }, undefined],
    [{ chat: { user: 'weather' }, at: 0, calls: ['weather'], answer: 'rain' }, undefined],
    [{ answer: { matches: 'rain\\.$' } }, undefined],
    [{ count: 2 }, /^expected 2 conversations, got 1\n/],
    [{ chat: { user: 'snow' }, turns: 1 }, /^expected 1 conversations like the pattern, got 0\n/],
    [{ turns: 3 }, /^expected 3 turns, got 1\n\n {2}#1 POST/],
    [{ requests: 3 }, /^expected 3 requests, got 2\n\n {2}#1 POST/],
    [{ calls: [{ name: 'weather', args: { place: 'Bergen' } }] }, /^expected the calls .*Bergen/],
    [{ answer: 'snow' }, /^expected the last answer to be like "snow"/],
    [{ at: 4 }, /^expected at least 5 conversations, got 1\n/],
    [{ turns: 'two' }, /turns/],
    [{ answer: { matches: '(' } }, /GW1210/],
    [{ chat: { usr: 'weather' } }, /did you mean "user"/],
  ] as const) {
    it(`${says === undefined ? 'pass' : 'fail'} ${JSON.stringify(expectation)}`, async () => {
      const { call, there } = await agent();
      const { status, value } = await call(`POST ${there}/threads/verify`, expectation);
      if (says === undefined) return assert.deepEqual([status, value.data.length], [200, 1]);
      assert.ok(status === 409 || status === 400, String(status));
      assert.match(value.error.message, says);
    });
  }

  it('can be held by a rule with a name', async () => {
    const { call, there, ask } = await agent();
    const held = await call(`POST ${there}/streams`, { on: 'chat', as: 'by-hand' });
    const asked = ask([user('Hello')], { stream: true });
    const send = (order: object) => call(`POST ${there}/streams/${held.value.data.id}`, order);
    await send({ text: 'Good ' });
    await send({ text: 'day.' });
    await send({ complete: true });
    await asked;
    const { value } = await call(`GET ${there}/requests/3`);
    assert.equal(value.data.answer.text, 'Good day.');
    assert.equal(value.data.answered_by[0], 'by-hand');
  });

  for (const [what, orders] of [
    ['at once', [{ call: { name: 'weather', args: { place: 'Oslo' } } }]],
    ['as text', [{ call: { name: 'weather', args: '{"place":"Oslo"}' } }]],
    ['in pieces', [{ call: 'weather' }, { args: '{"place":' }, { args: '"Oslo"}' }]],
  ] as const) {
    it(`can be held, and reason and call a tool ${what}`, async () => {
      const { call, there, ask } = await agent();
      const held = await call(`POST ${there}/streams`, { on: 'chat' });
      const asked = ask([user('Hello')], { stream: true });
      for (const order of [{ reason: 'Hm.' }, ...orders, { complete: true }]) {
        const { status } = await call(`POST ${there}/streams/${held.value.data.id}`, order);
        assert.equal(status, 204, JSON.stringify(order));
      }
      await asked;
      const { value } = await call(`GET ${there}/requests/3`);
      const { reasoning, calls } = value.data.answer;
      assert.deepEqual(
        { reasoning, calls },
        { reasoning: 'Hm.', calls: [{ name: 'weather', args: { place: 'Oslo' } }] },
      );
    });
  }
});

describe('conversations of a gateway in another process', () => {
  it('have the words of those in this one', async () => {
    await using running = await startMockGateway({ world: 'tiny' });
    const gateway = await connectMockGateway(running.url);
    await using t = await gateway.tenant();
    await t.chat('weather').say('Rain.');
    for (const said of ['the weather?', 'the news?']) {
      await fetch(`${t.baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [user(said)] }),
      });
    }
    const weather = t.conversations({ user: /weather/ });
    assert.deepEqual(
      (await weather.all()).map(({ first }) => first),
      ['the weather?'],
    );
    await t.conversations().expectCount(2);
    await weather.only().expectTurns(1);
    await weather.only().expectRequests(1);
    await weather.only().expectCalls([]);
    await weather.first().expectAnswer(/^Rain/);
    await t.conversations().last().expectAnswer('news');
    await t.conversations().at(0).expectAppendOnly();
    await assert.rejects(
      t.conversations().only().expectTurns(1),
      /expected 1 conversations, got 2/,
    );
    await assert.rejects(weather.only().expectCalls([['clock', { zone: 1 }]]), /the calls .*clock/);
    const { answer, usage, cost } = await t.requests('chat').first().get();
    assert.equal(answer?.text, 'Rain.');
    assert.ok(usage !== undefined && usage.output > 0 && cost !== undefined);
  });
});
