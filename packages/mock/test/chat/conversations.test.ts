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
import { connectMockGateway } from '@model-gateway/mock/control';
import { chatMatchers } from '../../src/runners/chat-matchers.ts';
import { anthropicOf } from './streams-of.ts';
import { clientOf, talk, WEATHER, user } from './talk.ts';

/* Assertions on conversations, in each dialect, streamed and whole. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const system = { role: 'system' as const, content: 'Be brief.' };
const tools = [WEATHER];

function scripted(t: MockTenant): void {
  t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain in {{results.weather}}.');
}

/** Asks for the weather with a tool, to the end. */
async function agent(t: MockTenant, question = 'the weather?', stream = false): Promise<void> {
  const first = await talk(t, { messages: [system, user(question)], tools }, { stream });
  const [{ id } = { id: '' }] = first.message?.tool_calls ?? [];
  const result = { role: 'tool' as const, tool_call_id: id, content: 'Oslo' };
  const messages = [system, user(question), first.message ?? user(''), result];
  await talk(t, { messages, tools }, { stream });
}

for (const stream of [false, true]) {
  describe(`a conversation, ${stream ? 'streamed' : 'whole'}`, () => {
    it('is several requests, with calls and an answer', async () => {
      await using t = gateway.tenant();
      scripted(t);
      t.chat().fail('overloaded');
      await agent(t, 'the weather?', stream);
      const c = t.conversations().only();
      c.expectTurns(1)
        .expectRequests(3)
        .expectCalls([['weather', { place: 'Oslo' }]])
        .expectAnswer('Rain in Oslo')
        .expectAnswer(/^Rain/)
        .expectAppendOnly();
      assert.equal(c.requests().length, 3);
      t.requests('chat').expectCount(3).last().expectChat({ after: 'weather', tools: 'weather' });
      t.requests('chat')
        .where({ chat: { after: 'weather' } })
        .expectCount(1);
      t.requests('chat')
        .expectChat({ system: 'Be brief' })
        .expectTokens({ atLeast: 1, atMost: 4000 });
      t.requests('chat').expectNoSecrets();
    });
  });
}

it('the journal has the conversation, the answer, its usage and its cost', async () => {
  await using t = gateway.tenant();
  t.chat().say('Hi.', { usage: { input: 40, cached: 8, output: 2 }, cost: 0.0001 });
  const input = 'hello';
  await talk(t, input);
  await clientOf(t).responses.create({ model: 'acme/quill-1', input });
  await anthropicOf(t).messages.create({
    model: 'acme/quill-1',
    messages: [user(input)],
    max_tokens: 9,
  });
  for (const { chat, answer, usage, cost } of t.requests('chat').all()) {
    assert.equal(chat?.last, 'hello');
    assert.equal(answer?.text, 'Hi.');
    assert.deepEqual(
      [usage?.input, usage?.cached, usage?.output, cost],
      [40, 8, 2, 0.0001],
      chat?.dialect,
    );
  }
  const dialects = t
    .requests('chat')
    .all()
    .map(({ chat }) => chat?.dialect);
  assert.deepEqual(dialects, ['openai', 'responses', 'anthropic']);
  assert.match(t.journal.text(), /200 by chat\.say, \d+ ms, 40 tokens in \(8 cached\), 2 out/);
});

it('streams of the other dialects are heard, too', async () => {
  await using t = gateway.tenant();
  t.chat().call('weather', { place: 'Oslo' });
  const model = 'acme/quill-1';
  const { name, parameters } = WEATHER.function;
  await anthropicOf(t)
    .messages.stream({
      model,
      messages: [user('x')],
      max_tokens: 99,
      tools: [{ name, input_schema: { ...parameters, type: 'object' } }],
    })
    .finalMessage();
  await clientOf(t)
    .responses.stream({
      model,
      input: 'y',
      tools: [{ type: 'function', name, parameters, strict: false }],
    })
    .finalResponse();
  const [first, second] = t.conversations().expectCount(2).all();
  for (const c of [first, second]) c?.expectCalls([['weather', { place: 'Oslo' }]]);
});

describe('conversations', () => {
  it('are told apart though they begin with the same words', async () => {
    await using t = gateway.tenant();
    scripted(t);
    await Promise.all([agent(t), agent(t)]);
    await talk(t, 'hello');
    t.conversations().expectCount(3);
    t.conversations('weather').expectCount(2);
    for (const c of t.conversations('weather').all()) c.expectTurns(1).expectRequests(2);
    t.conversations('hello').only().expectAnswer('Echo: hello');
  });

  it('that lost their beginning to a change are no longer append-only', async () => {
    await using t = gateway.tenant();
    const answer = { role: 'assistant' as const, content: 'Echo: one' };
    await talk(t, { messages: [system, user('one')] });
    const other = { ...system, content: 'Be long.' };
    await talk(t, { messages: [other, user('one'), answer, user('two')] });
    const c = t.conversations().only();
    c.expectTurns(2).expectRequests(2);
    assert.throws(
      () => c.expectAppendOnly(),
      /expected #2 to begin with #1: the instructions changed\n[^]*GW1301/,
    );
  });
});

describe('a failed expectation', () => {
  it('shows the transcript and marks what differs', async () => {
    await using t = gateway.tenant();
    scripted(t);
    await agent(t, 'the weather in Bergen');
    const last = t.requests('chat').last();
    assert.throws(
      () => last.expectChat({ user: 'Oslo', system: 'Be brief' }),
      (error: Error) => {
        const lines = error.message.split('\n');
        assert.match(
          error.message,
          /✗ chat\.user\n +expected +"Oslo"\n +got +"the weather in Bergen"/,
        );
        const at = lines.findIndex((line) => /^ +2 +user +the weather in Bergen$/.test(line));
        assert.match(lines[at + 1] ?? '', /✗ user +expected "Oslo"/);
        return true;
      },
    );
    assert.throws(() => t.conversations().only().expectTurns(2), /expected 2 turns, got 1\n/);
    assert.throws(
      () => t.conversations().only().expectRequests(1),
      /expected 1 request, got 2\n\n {2}#1 POST/,
    );
    assert.throws(
      () =>
        t
          .conversations()
          .only()
          .expectCalls([['weather', { place: 'Bergen' }]]),
      /expected the calls \[\["weather",\{"place":"Bergen"\}\]\], got \[\["weather",\{"place":"Oslo"\}\]\][^]*answer +"Rain/,
    );
    assert.throws(() => t.conversations().expectCount(2), /expected 2 conversations, got 1\n/);
    assert.throws(
      () => t.conversations('Trondheim').only(),
      /like the pattern, got 0[^]*there are others:/,
    );
    assert.throws(() => t.requests('chat').expectTokens({ atMost: 1 }), /0 to 1 tokens/);
  });

  it('shows a call, what a tool returned, and a secret only masked', async () => {
    await using t = gateway.tenant();
    scripted(t);
    await agent(t);
    const transcript = t.conversations().only().transcript();
    assert.match(
      transcript,
      /2 +user +the weather\?\n +3 +assistant +→ weather \{"place":"Oslo"\}\n/,
    );
    assert.match(transcript, /4 \+ tool +weather: Oslo\n +answer +"Rain in Oslo\."/);
    const key = 'sk-live-0123456789abcdef';
    await talk(t, `my key is ${key}`);
    assert.throws(
      () => t.requests('chat').last().expectChat({ user: 'x-x' }),
      (error: Error) => !error.message.includes(key),
    );
    assert.throws(() => t.requests('chat').expectNoSecrets(), /no secrets/);
  });

  it('is one of a pattern that has other members', async () => {
    await using t = gateway.tenant();
    await talk(t, 'x');
    // Plain JavaScript may give this.
    const { expectChat } = t.requests('chat').last() as unknown as {
      readonly expectChat: (pattern: unknown) => unknown;
    };
    assert.throws(() => expectChat({ usr: 'x' }), /did you mean "user"\? \[GW1303\]/);
  });
});

describe('rules that are not used', () => {
  it('fail with the reason, also those that last', async () => {
    const t = gateway.tenant({ unusedRules: 'fail' });
    t.chat('Weather').say('x');
    t.chat('hello').say('y');
    await talk(t, 'hello weather');
    await t.close();
    assert.throws(
      () => t.verify(),
      /1 rule .*\n +"chat\.say": never; in the last conversation \(#1\) user has "Weather" in another case/,
    );
  });
});

describe('the matchers of runners', () => {
  it('pass and fail as the expectations do', async () => {
    await using t = gateway.tenant();
    scripted(t);
    await agent(t);
    assert.equal(chatMatchers.toHaveConversation(t, 'weather').pass, true);
    assert.equal(chatMatchers.toHaveConversationTurns(t, 1).pass, true);
    assert.equal(chatMatchers.toHaveConversationRequests(t, 2).pass, true);
    assert.equal(chatMatchers.toHaveConversationRequests(t, 1).pass, false);
    assert.equal(chatMatchers.toHaveConversationAnswer(t, 'Rain').pass, true);
    assert.equal(chatMatchers.toHaveConversationCalls(t, [['weather']]).pass, true);
    const failed = chatMatchers.toHaveConversationAnswer(t, 'Snow');
    assert.equal(failed.pass, false);
    assert.match(failed.message(), /to be like "Snow", got "Rain in Oslo\."/);
  });
});

describe('over HTTP', () => {
  it('rules for conversations have the same words, as data', async () => {
    await using t = gateway.tenant();
    const remote = await connectMockGateway(gateway.url);
    const tenant = (await remote.tenants()).find(({ id }) => id === t.id);
    assert.ok(tenant);
    await tenant
      .chat('weather')
      .script(
        fail('overloaded'),
        call('weather', { place: 'Oslo' }),
        'Rain in {{results.weather}}.',
      );
    await agent(t);
    t.conversations().only().expectAnswer('Rain in Oslo.').expectTurns(1);
    await tenant.chat(/^once$/).say([reason('Hm.'), say('Yes.')], { times: 1 });
    assert.equal((await talk(t, 'once')).text, 'Yes.');
    assert.equal((await talk(t, 'once')).text, 'Echo: once');
    await tenant.chat().fail('rate-limit');
    assert.equal((await talk(t, 'hello')).text, 'Echo: hello');
    await tenant.chat(/^broken$/).call('weather', raw('{"place": "Os'), { unchecked: true });
    assert.equal((await talk(t, 'broken', { stream: true })).finish, 'length');
    assert.throws(() => tenant.chat({ usr: 'x' } as object), /did you mean "user"\? \[GW1204\]/);
    const held = await tenant.chat('poem').stream();
    const talking = talk(t, 'a poem', { stream: true });
    await held.text('Roses');
    await held.complete();
    assert.equal((await talking).text, 'Roses');
  });

  it('conversations are selected and judged by the same patterns', async () => {
    await using t = gateway.tenant();
    await talk(t, 'hello');
    const remote = await connectMockGateway(gateway.url);
    const tenant = (await remote.tenants()).find(({ id }) => id === t.id);
    assert.ok(tenant);
    const requests = tenant.requests('chat');
    await requests.expectCount(1);
    await requests.where({ chat: 'hello' }).expectChat({ turn: 1 });
    await assert.rejects(requests.last().expectChat({ user: /^Hi/ }), /✗ user +expected/);
  });
});
