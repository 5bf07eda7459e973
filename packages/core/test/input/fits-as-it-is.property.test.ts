import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { createBodyCheck } from '../../src/input/check-body.ts';
import { fitsAsItIs } from '../../src/input/fits-as-it-is.ts';
import { ChatCompletionRequestSchema } from '../../src/resources/chat-completion-request.ts';
import { MessageRequestSchema } from '../../src/resources/message-request.ts';
import { ResponseRequestSchema } from '../../src/resources/response-request.ts';

const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } } };
const MARK = { cache_control: { type: 'ephemeral', ttl: '1h' } };

const BODIES = [
  {
    name: 'chat completions',
    schema: ChatCompletionRequestSchema,
    body: {
      stream: true,
      model: 'acme/quill-1',
      messages: [
        { content: 'You are brief.', role: 'system' },
        { role: 'user', content: [{ type: 'text', text: 'Hello.', ...MARK }], name: 'Ann' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'Rain.' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', parameters: PARAMETERS } }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: PARAMETERS } },
      stop: ['END'],
      logit_bias: { '5': -1 },
      temperature: 0.5,
      max_completion_tokens: 1000,
      verbosity: 'low',
      foo: { bar: [1] },
    },
  },
  {
    name: 'messages',
    schema: MessageRequestSchema,
    body: {
      model: 'acme/quill-1',
      max_tokens: 100,
      system: [{ type: 'text', text: 'You are brief.', ...MARK }],
      messages: [{ role: 'user', content: 'Hello.' }],
      tools: [{ name: 'weather', input_schema: PARAMETERS }],
    },
  },
  {
    name: 'responses',
    schema: ResponseRequestSchema,
    body: {
      model: 'acme/quill-1',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] }],
      tools: [{ type: 'function', name: 'weather', parameters: PARAMETERS }],
      text: { format: { type: 'text' } },
    },
  },
] as const;

describe('a body that fits as it is', () => {
  for (const { name, schema, body } of BODIES) {
    it(`is what the schema makes of it, whatever stands anywhere: ${name}`, () => {
      const check = createBodyCheck({ schema });
      // A rule for the whole, of which only the schema can tell: nothing fits as it is.
      const whole = v.pipe(
        schema,
        v.check(() => true),
      );
      const search = createBodyCheck({ schema: whole });
      assert.equal(fitsAsItIs(whole)(body), false);
      fc.assert(
        fc.property(fc.nat(), change, (at, [how, value]) => {
          const places = placesIn(body);
          const place = places[at % places.length] ?? [];
          const changed = changedAt(body, place, how, value);
          assert.deepEqual(check(structuredClone(changed)), search(changed));
        }),
        { seed: 29, numRuns: 400 },
      );
    });
  }

  it('is a conversation without preferences', () => {
    const [{ schema, body }] = BODIES;
    assert.equal(fitsAsItIs(schema)(body), true);
    assert.equal(fitsAsItIs(schema)({ ...body, provider: { sort: 'price' } }), false);
  });

  it('has no name that a schema leaves out', () => {
    const [{ schema, body }] = BODIES;
    for (const name of ['constructor', 'prototype', '__proto__']) {
      const own = Object.defineProperty({ ...body }, name, { value: 1, enumerable: true });
      assert.equal(fitsAsItIs(schema)(own), false, name);
    }
  });

  it('is an object as JSON has it', () => {
    const schema = v.looseObject({ a: v.optional(v.string()) });
    for (const value of [[], null, 'text', new Map(), Object.create({ a: 1 })]) {
      assert.equal(fitsAsItIs(schema)(value), false);
    }
    assert.equal(fitsAsItIs(schema)({ a: 'text', b: 1 }), true);
  });

  it('has nothing of which the schema makes something else', () => {
    for (const schema of [
      v.looseObject({ a: v.pipe(v.string(), v.trim()) }),
      v.looseObject({ a: v.object({}) }),
      v.strictObject({ a: v.string() }),
    ]) {
      assert.equal(fitsAsItIs(schema)({ a: ' text ' }), false);
    }
  });
});

type Path = readonly (string | number)[];
type How = 'replace' | 'remove' | 'add';

const change = fc.tuple(
  fc.constantFrom<How>('replace', 'remove', 'add'),
  fc.oneof(
    fc.constantFrom<unknown>(null, '', 'text', 0, -1, 1.5, 1e9, true, [], {}, [[]], [{}], ['a']),
    fc.constantFrom<unknown>({ type: 'text' }, { type: 'text', text: 1 }, { role: 'user' }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);

/** The paths of all values in a value, itself included. */
function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    placesIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inside];
}

function changedAt(whole: unknown, path: Path, how: How, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole);
    return how === 'add' && isObject ? { ...whole, added: value } : value;
  }
  if (Array.isArray(whole)) {
    return whole.map((item: unknown, at) =>
      at === key ? changedAt(item, rest, how, value) : item,
    );
  }
  // Only paths of the value itself come here.
  const members = { ...(whole as Record<string, unknown>) };
  if (how === 'remove' && rest.length === 0) delete members[key];
  else members[key] = changedAt(members[key], rest, how, value);
  return members;
}
