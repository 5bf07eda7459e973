import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { started } from './controlled-gateway.ts';

/* Conversations of files, added by tests in other processes. */

const CONVERSATION = {
  id: 'weather/rain',
  turns: [
    { user: { contains: 'weather' } },
    { call: { weather: { place: 'Oslo' } } },
    { result: { weather: { any: true } } },
    { say: 'Rain.' },
  ],
};

const YAML = `gw: 1
conversations:
  - id: hello
    turns: [{ user: { any: true } }, { say: Hello. }]
  - id: hello/ada
    turns: [{ user: I am Ada }, { say: Hello Ada. }]
`;

describe('conversations over HTTP', () => {
  const user = (content: string) => ({ role: 'user', content });
  const tools = [{ type: 'function', function: { name: 'weather' } }];

  async function chatting() {
    const given = await started();
    const say = async (messages: readonly object[]) => {
      const body = { model: 'gpt-of-my-app', messages, tools };
      const { status, value } = await given.as('POST /v1/chat/completions', { body });
      assert.equal(status, 200);
      return value.choices[0].message;
    };
    return { ...given, say };
  }

  it('are added as JSON, listed, played to whichever model, and removed', async () => {
    const { call, there, say } = await chatting();
    const added = await call(`POST ${there}/conversations`, { conversations: [CONVERSATION] });
    assert.equal(added.status, 201);
    const asks = [user('the weather?')];
    const called = await say(asks);
    assert.equal(called.tool_calls[0].function.arguments, '{"place":"Oslo"}');
    const result = { role: 'tool', tool_call_id: called.tool_calls[0].id, content: 'wet' };
    assert.equal((await say([...asks, called, result])).content, 'Rain.');
    const { value } = await call(`GET ${there}/conversations`);
    assert.deepEqual(value.data, [
      {
        id: 'weather/rain',
        on: 'chat',
        where: [],
        answer: { action: 'conversation', status: null, delay_ms: 0, kind: null },
        hits: 2,
        remaining: null,
        added: true,
      },
    ]);
    assert.equal((await call(`DELETE ${there}/rules/weather%2Frain`)).status, 204);
    assert.deepEqual((await call(`GET ${there}/conversations`)).value.data, []);
  });

  it('are added as the text of a file, and removed without other rules', async () => {
    const { call, there, say } = await chatting();
    await call(`POST ${there}/rules`, { id: 'mine', on: 'listModels', fail: 503 });
    await call(`POST ${there}/conversations`, { text: YAML });
    assert.equal((await say([user('I am Ada')])).content, 'Hello Ada.');
    assert.equal((await say([user('I am Bob')])).content, 'Hello.');
    await call(`DELETE ${there}/conversations`);
    const { value } = await call(`GET ${there}/rules`);
    assert.deepEqual(
      value.data.map(({ id }: { id: string }) => id),
      ['mine'],
    );
  });

  for (const [body, message] of [
    [{}, /conversations must be a list of at least one/],
    [{ text: 'gw: 1\nexchanges: []\n' }, /other fixtures are for a mock to start with/],
    [
      { text: YAML.replace('any: true', 'contians: x') },
      /yaml:4:\d+ GW2011 .*did you mean "contains"/,
    ],
    [{ conversations: [{ ...CONVERSATION, turns: [] }] }, /GW2005|turns/],
    [{ conversation: [] }, /did you mean "conversations"/],
  ] as const) {
    it(`are refused as a whole: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { call, there } = await started();
      const { status, value } = await call(`POST ${there}/conversations`, body);
      assert.equal(status, 400);
      assert.match(value.error.message, message);
      assert.deepEqual((await call(`GET ${there}/conversations`)).value.data, []);
    });
  }
});
