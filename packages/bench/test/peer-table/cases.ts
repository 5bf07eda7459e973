import { call, json, raw, reason, say, type MockTenant } from '@model-gateway/mock';
import OpenAI from 'openai';
import {
  ask,
  at,
  DIALECTS,
  MODEL,
  reachOf,
  send,
  type Aimock,
  type Answered,
  type Reach,
} from './fakes.ts';

/** One thing that a test of an app may need of a fake, and how each is told to do it. */
export interface PeerCase {
  readonly title: string;
  readonly ours: (t: MockTenant) => unknown;
  /** Left out where aimock has no way to say it. */
  readonly theirs?: (m: Aimock) => unknown;
  /** Whether the fake does it. */
  readonly holds: (reach: Reach, fake: MockTenant | Aimock, another: Another) => Promise<boolean>;
  /** The most real milliseconds that it may take, for the table; a test does not ask. */
  readonly mostMs?: number;
}

/** Makes a test beside the first: a tenant of ours, undefined for a fake that has none. */
type Another = () => MockTenant | undefined;

const tool = (name: string, parameters: object = { type: 'object' }) => ({
  type: 'function',
  function: { name, parameters },
});
const WEATHER = tool('weather', {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
});
const CITY = {
  type: 'json_schema',
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
const user = (content: unknown) => ({ role: 'user', content });
const called = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: id, arguments: '{}' } })),
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const nothing = () => {};
const isError = ({ status }: Answered) => status >= 400 && status < 600;
const message = ({ json: value }: Answered) => at(value, 'choices.0.message');
const textOf = (answer: Answered) => at(message(answer), 'content');
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;
const framesOf = ({ text }: Answered) =>
  text.split('\n\n').flatMap((frame) => /^data: (\{.*)$/m.exec(frame)?.[1] ?? []);

export const CASES: readonly PeerCase[] = [
  {
    title: 'one rule answers chat completions, messages and responses, whole and streamed',
    ours: (t) => t.chat('weather').say('Rain.'),
    theirs: (m) => m.on({ userMessage: 'weather' }, { content: 'Rain.' }),
    async holds(reach) {
      for (const dialect of DIALECTS) {
        for (const stream of [false, true]) {
          const { text } = await ask(reach, 'the weather?', { stream }, dialect);
          if (!text.includes('Rain')) return false;
        }
      }
      return true;
    },
  },
  {
    title: 'an agent: call, result, answer',
    ours: (t) => t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.'),
    theirs(m) {
      const toolCalls = [{ name: 'weather', arguments: { place: 'Oslo' } }];
      m.on({ userMessage: 'weather', hasToolResult: false }, { toolCalls });
      m.on({ userMessage: 'weather', hasToolResult: true }, { content: 'Rain.' });
    },
    async holds(reach) {
      const first = message(await ask(reach, 'weather', { tools: [WEATHER] }));
      const said = result(String(at(first, 'tool_calls.0.id')), 'rain');
      const last = await ask(reach, [user('weather'), { ...(first as object) }, said], {
        tools: [WEATHER],
      });
      return textOf(last) === 'Rain.';
    },
  },
  {
    title: 'a result decides, also the first of two',
    ours: (t) => t.chat({ after: { weather: { contains: 'error' } } }).say('Down.'),
    theirs(m) {
      m.on({ toolResultContains: 'error' }, { content: 'Down.' });
      m.on({}, { content: 'Other.' });
    },
    async holds(reach) {
      const turns = [
        user('q'),
        called('weather', 'clock'),
        result('weather', 'error'),
        result('clock', 'noon'),
      ];
      const tools = [tool('weather'), tool('clock')];
      return textOf(await ask(reach, turns, { tools })) === 'Down.';
    },
  },
  {
    title: 'two tests with the same question get their own answers, without headers of the app',
    ours: (t) => t.chat('q').say('for A'),
    theirs(m) {
      m.on({ userMessage: 'q' }, { content: 'for A' });
      m.on({ userMessage: 'q' }, { content: 'for B' });
    },
    async holds(reach, _fake, another) {
      const other = another();
      other?.chat('q').say('for B');
      const second = other ? reachOf(other) : { ...reach, apiKey: 'sk-of-another-test' };
      const answers = await Promise.all([ask(reach, 'q'), ask(second, 'q')]);
      return answers.map((each) => textOf(each)).join() === 'for A,for B';
    },
  },
  {
    title: 'a request that the SDK repeats gets the same step again',
    ours: (t) => t.chat('q').inTurn('one', 'two'),
    theirs(m) {
      m.on({ userMessage: 'q', sequenceIndex: 0 }, { content: 'one' });
      m.on({ userMessage: 'q', sequenceIndex: 1 }, { content: 'two' });
    },
    async holds(reach) {
      await ask(reach, 'q');
      const again = await ask(reach, 'q', {}, 'openai', { 'x-stainless-retry-count': '1' });
      const next = await ask(reach, 'q');
      return textOf(again) === 'one' && textOf(next) === 'two';
    },
  },
  {
    title: 'words of the app after the result do not lose the place in a script',
    ours: (t) => t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.'),
    theirs(m) {
      m.on({ userMessage: 'weather', turnIndex: 1 }, { content: 'Rain.' });
      m.on({}, { content: 'Other.' });
    },
    async holds(reach) {
      const turns = [
        user('weather'),
        called('weather'),
        result('weather', 'rain'),
        user('(it is noon)'),
      ];
      return textOf(await ask(reach, turns, { tools: [WEATHER] })) === 'Rain.';
    },
  },
  {
    title: 'a miss names the nearest rule',
    ours: (t) => t.chat('weather in Oslo').as('oslo').say('Rain.'),
    theirs: (m) => m.on({ userMessage: 'weather in Oslo' }, { content: 'Rain.' }),
    async holds(reach) {
      const missed = await ask(reach, 'weather in Bergen');
      return isError(missed) && missed.text.includes('Oslo');
    },
  },
  {
    title: 'a miss says that only the case differs',
    ours: (t) => t.chat('Weather').say('Rain.'),
    theirs: (m) => m.on({ userMessage: 'Weather' }, { content: 'Rain.' }),
    async holds(reach) {
      const missed = await ask(reach, 'the weather');
      return isError(missed) && /\bcase\b/.test(missed.text);
    },
  },
  {
    title: 'text in parts is matched',
    ours: (t) => t.chat('weather').say('Rain.'),
    theirs: (m) => m.on({ userMessage: 'weather' }, { content: 'Rain.' }),
    holds: async (reach) =>
      textOf(await ask(reach, [user([{ type: 'text', text: 'the weather?' }])])) === 'Rain.',
  },
  {
    title: 'a RegExp with the flag g matches each time',
    ours: (t) => t.chat(/weather/g).say('Rain.'),
    theirs: (m) => m.on({ userMessage: /weather/g }, { content: 'Rain.' }),
    async holds(reach) {
      const answers = [await ask(reach, 'weather'), await ask(reach, 'weather')];
      return answers.every((each) => textOf(each) === 'Rain.');
    },
  },
  {
    title: 'a call of a tool that is not offered is an error',
    ours: (t) => t.chat('q').call('ghost'),
    theirs: (m) => m.on({ userMessage: 'q' }, { toolCalls: [{ name: 'ghost', arguments: {} }] }),
    holds: async (reach) => isError(await ask(reach, 'q', { tools: [WEATHER] })),
  },
  {
    title: 'a result without its call is refused',
    ours: (t) => t.chat().say('Yes.'),
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    holds: async (reach) => isError(await ask(reach, [user('q'), result('nobody', 'rain')])),
  },
  {
    title: 'a request without messages is refused',
    ours: (t) => t.chat().say('Yes.'),
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    holds: async (reach) => isError(await ask(reach, [])),
  },
  {
    title: 'messages without max_tokens are refused',
    ours: (t) => t.chat().say('Yes.'),
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    holds: async (reach) =>
      isError(await send(reach, 'messages', { model: MODEL, messages: [user('q')] })),
  },
  {
    title: 'max_tokens cuts the answer, with the finish reason length',
    ours: (t) => t.chat().say('one two three four five'),
    theirs: (m) => m.on({}, { content: 'one two three four five' }),
    async holds(reach) {
      const answer = await ask(reach, 'q', { max_tokens: 2 });
      return at(answer.json, 'choices.0.finish_reason') === 'length';
    },
  },
  {
    title: 'stop ends the answer',
    ours: (t) => t.chat().say('one two STOP three'),
    theirs: (m) => m.on({}, { content: 'one two STOP three' }),
    async holds(reach) {
      const content = textOf(await ask(reach, 'q', { stop: ['STOP'] }));
      return typeof content === 'string' && !content.includes('three');
    },
  },
  {
    title: 'usage is counted in all three dialects',
    ours: (t) => t.chat().say('one two three'),
    theirs: (m) => m.on({}, { content: 'one two three' }),
    async holds(reach) {
      for (const dialect of DIALECTS) {
        const usage = at((await ask(reach, 'q', {}, dialect)).json, 'usage');
        if (!isPositive(at(usage, 'prompt_tokens') ?? at(usage, 'input_tokens'))) return false;
        if (!isPositive(at(usage, 'completion_tokens') ?? at(usage, 'output_tokens'))) return false;
      }
      return true;
    },
  },
  {
    title: 'JSON that does not fit the schema is an error',
    ours: (t) => t.chat().say([json({ wrong: true })]),
    theirs: (m) => m.on({}, { content: '{"wrong":true}' }),
    holds: async (reach) => isError(await ask(reach, 'q', { response_format: CITY })),
  },
  {
    title: 'a schema is filled in without a value',
    ours: (t) => t.chat().json(),
    async holds(reach) {
      const content = textOf(await ask(reach, 'q', { response_format: CITY }));
      return typeof content === 'string' && typeof at(JSON.parse(content), 'city') === 'string';
    },
  },
  {
    title: 'two errors and a success cost the official client less than 100 ms',
    mostMs: 100,
    ours(t) {
      t.chat().say('Back.');
      t.chat().fail(529, { times: 2 });
    },
    theirs(m) {
      m.on({}, { content: 'Back.' });
      m.nextRequestError(529, { message: 'overloaded', type: 'overloaded_error' });
      m.nextRequestError(529, { message: 'overloaded', type: 'overloaded_error' });
    },
    async holds({ baseURL, apiKey }) {
      const client = new OpenAI({ baseURL, apiKey, maxRetries: 2 });
      const { choices } = await client.chat.completions.create({
        model: MODEL,
        messages: [{ role: 'user', content: 'q' }],
      });
      return choices[0]?.message.content === 'Back.';
    },
  },
  {
    title: "an error has the shape of the client's dialect",
    ours: (t) => t.chat().fail(429, { times: 2 }),
    theirs(m) {
      const error = { message: 'Rate limited', type: 'rate_limit_error' };
      m.on({}, { error, status: 429 });
    },
    async holds(reach) {
      const anthropic = await ask(reach, 'q', {}, 'anthropic');

      const openai = await ask(reach, 'q');
      const isTheirs = at(anthropic.json, 'type') === 'error';
      const kind = at(anthropic.json, 'error.type');
      return isTheirs && kind === 'rate_limit_error' && openai.status === 429;
    },
  },
  {
    title: 'a stream that breaks delivers the three pieces before it',
    ours(t) {
      t.chat().say('one two three four five');
      t.chat().end('abort', { afterDeltas: 3 });
    },
    theirs: (m) =>
      m.on({}, { content: 'one two three four five' }, { chunkSize: 4, truncateAfterChunks: 4 }),
    holds: async (reach) => /three|"thr|"wo t/.test((await ask(reach, 'q', { stream: true })).text),
  },
  {
    title: 'an error in the middle of a stream, as the dialect has it',
    ours(t) {
      t.chat().say('one two three');
      t.chat().end('error-event', { afterDeltas: 1 });
    },
    async holds(reach) {
      const { text } = await ask(reach, 'q', { stream: true }, 'anthropic');
      return text.includes('one') && text.includes('event: error');
    },
  },
  {
    title: 'pacing on a clock of the test, without real time',
    mostMs: 2000,
    ours(t) {
      t.clock.autoAdvance();
      t.chat().say('one two three', { pace: { first: '10s', every: '10s' } });
    },
    async holds(reach) {
      const { text } = await ask(reach, 'q', { stream: true });
      return text.includes('three');
    },
  },
  {
    title: 'reasoning in three dialects',
    ours: (t) => t.chat().say([reason('Hm, so.'), say('42')]),
    theirs: (m) => m.on({}, { content: '42', reasoning: 'Hm, so.' }),
    async holds(reach) {
      for (const dialect of DIALECTS) {
        const { text } = await ask(reach, 'q', {}, dialect);
        if (!text.includes('Hm, so.') || !text.includes('42')) return false;
      }
      return true;
    },
  },
  {
    title: 'arguments that are no JSON reach the client as they are',
    ours: (t) => t.chat().call('weather', raw('{"place": "Os')),
    theirs: (m) => m.on({}, { toolCalls: [{ name: 'weather', arguments: '{"place": "Os' }] }),
    async holds(reach) {
      const answer = message(await ask(reach, 'q', { tools: [WEATHER] }));
      return at(answer, 'tool_calls.0.function.arguments') === '{"place": "Os';
    },
  },
  {
    title: 'a refusal of the model',
    ours: (t) => t.chat().refuse('No.'),
    theirs: (m) => m.on({}, { refusal: 'No.' }),
    holds: async (reach) => at(message(await ask(reach, 'q')), 'refusal') === 'No.',
  },
  {
    title: 'arguments come in several pieces',
    ours: (t) => t.chat().call('weather', { place: 'Oslo and Bergen and Trondheim' }),
    theirs: (m) =>
      m.on(
        {},
        { toolCalls: [{ name: 'weather', arguments: { place: 'Oslo and Bergen and Trondheim' } }] },
      ),
    async holds(reach) {
      const frames = framesOf(await ask(reach, 'q', { stream: true, tools: [WEATHER] }));
      return frames.filter((frame) => /"arguments":"[^"]/.test(frame)).length > 1;
    },
  },
  {
    title: 'embeddings of texts that share words are near, others are not',
    ours: nothing,
    theirs: nothing,
    async holds(reach) {
      const input = ['red panda eats bamboo', 'red panda eats leaves', 'tax law of 1979'];
      const { json: answer } = await send(reach, 'embeddings', { model: 'acme/embed-1', input });
      const [one, near, far] = vectorsIn(answer);
      return cosine(one, near) > 0.4 && Math.abs(cosine(one, far)) < 0.15;
    },
  },
  {
    title: 'what is said of one text of a batch leaves the others',
    ours: (t) => t.embeddings.relate('cat', 'feline', 0.9),
    theirs: (m) => m.onEmbedding('cat', { embedding: Array.from({ length: 64 }, () => 0.1) }),
    async holds(reach) {
      const input = ['cat', 'dog', 'tax'];
      const { json: answer } = await send(reach, 'embeddings', { model: 'acme/embed-1', input });
      const [cat, dog] = vectorsIn(answer);
      return cosine(cat, dog) < 0.9;
    },
  },
  {
    title: 'the prompt cache: the same long prompt costs less the second time',
    ours: (t) => t.chat().say('Yes.'),
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    async holds(reach) {
      const long = [{ role: 'system', content: 'Be brief. '.repeat(1000) }, user('q')];
      await ask(reach, long);
      const { json: answer } = await ask(reach, long);
      return isPositive(at(answer, 'usage.prompt_tokens_details.cached_tokens'));
    },
  },
  {
    title: 'the cost of an answer, in chat completions',
    ours: (t) => t.chat().say('Yes.', { cost: 0.03 }),
    theirs: (m) => m.on({}, { content: 'Yes.', usage: { cost: 0.03 } }),
    holds: async (reach) => at((await ask(reach, 'q')).json, 'usage.cost') === 0.03,
  },
  {
    title: 'count_tokens',
    ours: nothing,
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    async holds(reach) {
      const body = { model: MODEL, messages: [user('one two three')] };
      return isPositive(
        at((await send(reach, 'messages/count_tokens', body)).json, 'input_tokens'),
      );
    },
  },
  {
    title: 'the journal masks keys, those in prompts too',
    ours: (t) => t.chat().say('Yes.'),
    theirs: (m) => m.on({}, { content: 'Yes.' }),
    async holds(reach, fake) {
      await ask(reach, `my key is ${SECRET}`);
      const seen = 'baseURL' in fake ? fake.journal.entries() : fake.getRequests();
      const text = JSON.stringify(seen);
      return text.length > 2 && !text.includes(reach.apiKey) && !text.includes(SECRET);
    },
  },
];

// Made up; no scanner of secrets is to find it here.
const SECRET = `sk-proj-${'Ab3'.repeat(14)}`;

function vectorsIn(answer: unknown): readonly (readonly number[])[] {
  const data = at(answer, 'data');
  // The embeddings of an answer are lists of numbers.
  return Array.isArray(data) ? data.map((each) => at(each, 'embedding') as readonly number[]) : [];
}

function cosine(one: readonly number[] = [], other: readonly number[] = []): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}
