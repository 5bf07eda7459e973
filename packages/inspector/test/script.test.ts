import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFunction } from 'node:vm';
import { call, createMockGateway, raw, reason, say, type MockTenant } from '@model-gateway/mock';
import { ask } from '../../mock/test/ask.ts';
import { control } from '../../mock/test/control/control-call.ts';
import type { RequestDetail } from '../src/api/types.ts';
import { chatRulesFor } from '../src/copy-as/chat-rules.ts';
import { toRuleJson } from '../src/copy-as/rule-json.ts';
import { textToPaste, toScript } from '../src/copy-as/script.ts';
import { RecordedAnswer } from '../src/streams/recorded-answer.ts';
import { CASES } from './support/script-cases.ts';

const PLACE = { type: 'object', properties: { place: { type: 'string' } } };
const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const model = 'acme/quill-1';
const user = (content: string) => ({ role: 'user', content });

const DIALECTS = ['openai', 'anthropic', 'responses'] as const;
type Dialect = (typeof DIALECTS)[number];

/** How each dialect asks for JSON of a city. */
const FORMATS: Readonly<Record<Dialect, object>> = {
  openai: {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'city', strict: true, schema: CITY },
    },
  },
  anthropic: { output_config: { format: { type: 'json_schema', schema: CITY } } },
  responses: {
    text: { format: { type: 'json_schema', name: 'city', strict: true, schema: CITY } },
  },
};

/** How each dialect is asked a question, with two tools. */
const ASKING: Readonly<
  Record<Dialect, (text: string, stream: boolean) => readonly [string, object]>
> = {
  openai: (text, stream) => [
    'POST /v1/chat/completions',
    { model, stream, messages: [user(text)], tools: ['weather', 'clock'].map(functionNamed) },
  ],
  anthropic: (text, stream) => [
    'POST /v1/messages',
    {
      model,
      stream,
      max_tokens: 500,
      messages: [user(text)],
      tools: ['weather', 'clock'].map((name) => ({ name, input_schema: PLACE })),
    },
  ],
  responses: (text, stream) => [
    'POST /v1/responses',
    {
      model,
      stream,
      input: text,
      tools: ['weather', 'clock'].map((name) => ({ type: 'function', name, parameters: PLACE })),
    },
  ],
};

function functionNamed(name: string) {
  return { type: 'function', function: { name, parameters: PLACE } };
}

/** A tenant of a mock with a control interface, without a port. */
function started() {
  const gateway = createMockGateway({
    world: 'tiny',
    control: true,
    clock: { mode: 'autoAdvance' },
  });
  const tenant = gateway.tenant({ unhandled: 'ignore' });
  const there = `/tenants/${tenant.id}`;
  return {
    tenant,
    gateway,
    /** Sends a request, and resolves to what the journal has of it. */
    async ask(line: string, body: unknown): Promise<RequestDetail> {
      const question = { handle: gateway.handle, apiKey: tenant.apiKey };
      const answer = await ask(question, line, { body });
      await drained(answer.body);
      const number = tenant.journal.entries().length;
      return (await control(gateway, `GET ${there}/requests/${number}`)).value.data;
    },
    addRules: (rules: readonly object[]) =>
      control(gateway, `POST ${there}/rules`, { body: { rules } }),
  };
}

type Body = Awaited<ReturnType<typeof ask>>['body'];

async function drained(body: Body): Promise<void> {
  try {
    if (body.kind === 'events') for await (const _event of body.events);
    if (body.kind === 'stream') for await (const _chunk of body.chunks);
  } catch {
    // Some of them break off.
  }
}

/** What a client has of an answer, without what differs from one to the next. */
function outcome({ status, answer, stream, response, usage }: RequestDetail) {
  const error: unknown = status === 200 ? undefined : response?.body;
  return {
    status,
    answer,
    usage,
    stream,
    error: JSON.parse(JSON.stringify(error ?? null).replaceAll(/"request_id":"[^"]*"/g, '"":""')),
    last: lastError(response?.chunks?.slice(-2)),
  };
}

function lastError(chunks: readonly { readonly data: unknown }[] = []) {
  return chunks.map(({ data }) => {
    const { error, response } = (data ?? {}) as { error?: unknown; response?: { error?: unknown } };
    return error ?? response?.error ?? null;
  });
}

function scriptFor(requests: readonly RequestDetail[]): string {
  const script = toScript(requests);
  assert.ok(script !== undefined);
  return textToPaste(script);
}

/** Runs a copied script as a test runs it that it is pasted into. */
function run(code: string, gateway: unknown): void {
  compileFunction(code, ['gateway', 'raw'])(gateway, raw);
}

describe('a script', () => {
  for (const [name, { rules, isJson, stream, script, json: inJson }] of Object.entries(CASES)) {
    for (const dialect of DIALECTS) {
      it(`gives the answer again: ${name}, ${dialect}`, async () => {
        for (const isStreamed of stream === undefined ? [false, true] : [stream]) {
          const [line, question] = ASKING[dialect]('weather', isStreamed);
          const body = { ...question, ...(isJson && FORMATS[dialect]) };
          const recorded = started();
          rules(recorded.tenant);
          const detail = await recorded.ask(line, body);
          const code = scriptFor([detail]);
          if (dialect === 'openai') {
            if (typeof script === 'string') assert.equal(code, script);
            else assert.match(code, script);
          }
          const played = started();
          // It is ours, and run as it would be in a test.
          run(code, played.tenant);
          assert.deepEqual(outcome(await played.ask(line, body)), outcome(detail), code);

          const json = toRuleJson(chatRulesFor([detail]));
          const told = started();
          const { status } = await told.addRules(json);
          assert.equal(status, inJson === 'refused' ? 400 : 201, JSON.stringify(json));
          if (status === 400) continue;
          assert.deepEqual(outcome(await told.ask(line, body)), outcome(detail));
        }
      });
    }
  }

  /** Has a conversation of several requests twice: with rules, and with the script of the first time. */
  async function twice(rules: (t: MockTenant) => void, bodies: readonly object[]) {
    const recorded = started();
    rules(recorded.tenant);
    const details: RequestDetail[] = [];
    for (const body of bodies) details.push(await recorded.ask(COMPLETIONS, { model, ...body }));
    const code = scriptFor(details);
    const played = started();
    run(code, played.tenant);
    const told = started();
    await told.addRules(toRuleJson(chatRulesFor(details)));
    for (const [position, body] of bodies.entries()) {
      const wanted = outcome(details[position]!);
      assert.deepEqual(outcome(await played.ask(COMPLETIONS, { model, ...body })), wanted, code);
      assert.deepEqual(outcome(await told.ask(COMPLETIONS, { model, ...body })), wanted, code);
    }
    return { code, details };
  }

  const COMPLETIONS = 'POST /v1/chat/completions';
  const tools = ['weather', 'clock'].map(functionNamed);
  const called = (id: string, name: string, args: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  });
  const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
  const ASKED = [{ role: 'system', content: 'Be brief.' }, user('weather in Oslo')];
  const CALLED = [
    ...ASKED,
    called('call_2_0', 'weather', { place: 'Oslo' }),
    result('call_2_0', 'rain'),
  ];
  const AGENT = (t: MockTenant) =>
    t.chat('weather').script(call('weather', { place: 'Oslo' }), call('clock'), 'Rain at noon.');

  it('has all steps of an agent, from one request too', async () => {
    const last = [...CALLED, called('call_4_0', 'clock', {}), result('call_4_0', 'noon')];
    const bodies = [ASKED, CALLED, last].map((messages) => ({ messages, tools }));
    const { code, details } = await twice(AGENT, bodies);
    assert.equal(
      code,
      `gateway.chat('weather in Oslo').script(
  { call: 'weather', args: { place: 'Oslo' } },
  { call: 'clock', args: {} },
  'Rain at noon.',
);
`,
    );
    assert.equal(scriptFor(details.slice(-1)), code);
    assert.equal(toScript([]), undefined);
  });

  it('says of which steps the request allows none, from one request too', async () => {
    const wrong = { place: 5 };
    const rules = (t: MockTenant) => {
      t.chat('weather').script(
        { ...call('weather', wrong), unchecked: true },
        { ...call('ghost'), unchecked: true },
        'Rain.',
      );
    };
    const second = [
      ...ASKED,
      called('call_2_0', 'weather', wrong),
      result('call_2_0', 'place must be text'),
    ];
    const third = [...second, called('call_4_0', 'ghost', {}), result('call_4_0', 'no such tool')];
    const bodies = [ASKED, second, third].map((messages) => ({ messages, tools }));
    const { code, details } = await twice(rules, bodies);
    assert.equal(
      code,
      `gateway.chat('weather in Oslo').script(
  { call: 'weather', args: { place: 5 }, unchecked: true },
  { call: 'ghost', args: {}, unchecked: true },
  'Rain.',
);
`,
    );
    assert.equal(scriptFor(details.slice(-1)), code);
  });

  it('has a rule for each turn of the user, also where two say the same', async () => {
    const rules = (t: MockTenant) => t.chat().inTurn('One.', 'Two.', 'Three.');
    const said = (content: string) => ({ role: 'assistant', content });
    const first = [user('go')];
    const second = [...first, said('One.'), user('go on')];
    const third = [...second, said('Two.'), user('stop')];
    const bodies = [first, second, third].map((messages) => ({ messages }));
    const { code } = await twice(rules, bodies);
    assert.equal(
      code,
      `gateway.chat({ user: 'go', turn: 1 }).say('One.');
gateway.chat('go on').say('Two.');
gateway.chat('stop').say('Three.');
`,
    );
  });

  it('has what went wrong at its place, and what was answered in the end', async () => {
    const rules = (t: MockTenant) => {
      AGENT(t);
      t.chat({ after: 'weather' }).end('abort', { afterDeltas: 1 });
      t.chat({ after: 'weather' }).fail(503, { times: 2, message: 'Busy.' });
    };
    const again = { messages: CALLED, tools, stream: true };
    const bodies = [{ messages: ASKED, tools }, again, again, again, again];
    const { code } = await twice(rules, bodies);
    assert.equal(
      code,
      `gateway.chat('weather in Oslo').script(
  { call: 'weather', args: { place: 'Oslo' } },
  { call: 'clock', args: {} },
);
gateway.chat({ user: 'weather in Oslo', after: 'weather' }).end('abort', { afterDeltas: 1 });
gateway.chat({ user: 'weather in Oslo', after: 'weather' }).fail(503, {
  message: 'Busy.',
  metadata: { error_type: 'provider_overloaded' },
  times: 2,
});
`,
    );
  });

  it('has errors before a stream that breaks, which needs an answer', async () => {
    const body = { model, stream: true, messages: [user('weather')] };
    const recorded = started();
    recorded.tenant.chat().say('Rain in Oslo.');
    recorded.tenant.chat().end('abort', { afterDeltas: 1 });
    const details = [await recorded.ask(COMPLETIONS, body)];
    recorded.tenant.chat().fail(503);
    details.push(await recorded.ask(COMPLETIONS, body), await recorded.ask(COMPLETIONS, body));
    const played = started();
    run(scriptFor(details), played.tenant);
    const outcomes = [];
    for (const _ of details) outcomes.push(outcome(await played.ask(COMPLETIONS, body)));
    assert.deepEqual(
      outcomes,
      [1, 0, 2].map((at) => outcome(details[at]!)),
    );
  });

  it('has the steps before an answer that needs options', async () => {
    const rules = (t: MockTenant) => {
      AGENT(t);
      t.chat({ after: 'weather' }).say('It was a dark and', { finish: 'length' });
    };
    const bodies = [ASKED, CALLED].map((messages) => ({ messages, tools }));
    const { code } = await twice(rules, bodies);
    assert.equal(
      code,
      `gateway.chat('weather in Oslo').call('weather', { place: 'Oslo' });
gateway.chat({ user: 'weather in Oslo', after: 'weather' }).say('It was a dark and', {
  finish: 'length',
});
`,
    );
  });

  it('knows a long text by a line of it, without secrets', async () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    const long = `Look at this.\nMy key ${secret} is for the weather ${'of all days '.repeat(20)}`;
    const { code } = await twice((t) => t.chat().say('Rain.'), [{ messages: [user(long)] }]);
    assert.match(code, /^gateway\.chat\('is for the weather (?:of all days ?)+[\w ]*'\)\.say/);
    assert.doesNotMatch(code, /abcdefgh/);
  });

  for (const dialect of DIALECTS) {
    it(`is of events without secrets, also of those that came in pieces: ${dialect}`, async () => {
      const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
      const { tenant, ask: send } = started();
      const [line, body] = ASKING[dialect]('weather', true);
      tenant
        .chat()
        .say(
          [
            reason(`It is ${secret}, I think`),
            say(`Yes ${secret}.`),
            call('weather', { place: secret }),
          ],
          { pace: { by: 7, every: 50 } },
        );
      const detail = await send(line, body);
      const { operation, response, answer } = detail;
      const chunks = response?.chunks ?? [];
      const heard = new RecordedAnswer(operation ?? '', chunks).at(chunks.length);
      assert.equal(heard?.text, 'Yes sk-p…6789.');
      assert.deepEqual(
        [heard.reasoning, heard.text, heard.calls.map(({ args }) => args)],
        [answer?.reasoning, answer?.text, answer?.calls.map(({ args }) => args)],
      );
      const played = started();
      run(scriptFor([detail]), played.tenant);
      assert.deepEqual((await played.ask(line, body)).answer, answer);
    });
  }

  it('is not there for what is no conversation, or got no answer', async () => {
    const { ask: send } = started();
    const refused = await send(COMPLETIONS, { model, messages: [] });
    assert.equal(toScript([refused]), undefined);
    assert.equal(toScript([await send('GET /v1/models', undefined)]), undefined);
  });
});
