import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { collectAnswer, createPartCheck, type ChatPart } from '@model-gateway/core/chat';
import { demo } from '@model-gateway/providers/demo';
import { fillSchema } from '../../src/demo/fill-schema.ts';
import { contextOf, jobOf } from './subject.ts';

async function ask(body: object) {
  const answer = await demo().chat?.answer(jobOf('demo/echo', body), contextOf());
  assert.ok(answer);
  const { steps } = answer;
  const check = createPartCheck('demo@demo');
  async function* checked(): AsyncGenerator<readonly ChatPart[], void> {
    for await (const parts of steps) yield parts.map((part) => check.check(part));
    check.end();
  }
  return collectAnswer(checked());
}

const user = (content: string) => ({ role: 'user', content });
const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } },
      required: ['city', 'unit'],
    },
  },
};
const CALL = {
  type: 'call',
  id: 'call_demo_1',
  name: 'weather',
  input: '{"city":"demo","unit":"C"}',
  by: 'client',
};

describe('the demo', () => {
  it('repeats what the user said', async () => {
    const { blocks, finish, usage } = await ask({ messages: [user('Hi  there')] });
    assert.deepEqual(blocks, [{ type: 'text', text: 'You said: Hi  there' }]);
    assert.equal(finish?.reason, 'stop');
    assert.equal(usage?.outputTokens, 4);
  });

  it('stops at the limit', async () => {
    const { blocks, finish } = await ask({ messages: [user('one two three')], max_tokens: 3 });
    assert.deepEqual(blocks, [{ type: 'text', text: 'You said: one ' }]);
    assert.equal(finish?.reason, 'length');
  });

  it('calls a tool that is required, or that the user names', async () => {
    const required = { messages: [user('Hi')], tools: [WEATHER], tool_choice: 'required' };
    const named = { messages: [user('Ask weather')], tools: [WEATHER] };
    for (const body of [required, named]) {
      const { blocks, finish } = await ask(body);
      assert.deepEqual(blocks, [CALL]);
      assert.equal(finish?.reason, 'calls');
    }
  });

  it('calls none that is forbidden or not named, and repeats what a tool returned', async () => {
    const forbidden = { messages: [user('weather')], tools: [WEATHER], tool_choice: 'none' };
    const call = { id: 'x', type: 'function', function: { name: 'weather', arguments: '{}' } };
    const messages = [
      user('weather'),
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'x', content: 'weather is fine' },
    ];
    const text = async (body: object) => (await ask(body)).blocks;
    assert.deepEqual(await text(forbidden), [{ type: 'text', text: 'You said: weather' }]);
    assert.deepEqual(await text({ messages, tools: [WEATHER] }), [
      { type: 'text', text: 'The tool said: weather is fine' },
    ]);
  });

  it('answers nothing but an empty text to nobody', async () => {
    const { finish } = await ask({ messages: [user('')] });
    assert.equal(finish?.reason, 'stop');
  });

  const schemas: readonly object[] = [
    { type: 'object', properties: {}, required: ['free'] },
    { type: ['string', 'null'], minLength: 9 },
    { type: 'array', items: { type: 'integer', minimum: 3 }, minItems: 2 },
    { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    { $ref: '#/$defs/one', $defs: { one: { const: 7 } } },
    { type: 'object', properties: { next: { $ref: '#' } } },
  ];
  for (const schema of schemas) {
    it(`fills a schema: ${JSON.stringify(schema)}`, async () => {
      const json_schema = { name: 's', schema };
      const body = {
        messages: [user('Hi')],
        response_format: { type: 'json_schema', json_schema },
      };
      const [block] = (await ask(body)).blocks;
      assert.ok(block?.type === 'text');
      const validate = new Ajv2020({ strict: false }).compile(schema);
      assert.ok(validate(JSON.parse(block.text)), block.text);
    });
  }

  it('ends with a schema that never does', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    assert.ok(JSON.stringify(fillSchema(schema)).length < 1000);
  });

  it('lists its models, and has no images', () => {
    const { catalog, images } = demo({ slug: 'show' });
    assert.deepEqual(
      catalog.map(({ model }) => model.id),
      ['demo/echo', 'demo/embeddings', 'demo/rerank'],
    );
    assert.equal(images, undefined);
  });
});
