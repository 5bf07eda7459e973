import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation, standardSchema, type StandardSchema } from '@model-gateway/core';
import { jsonResponse } from '@model-gateway/core/http';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { issuesOf } from '../admin-builders.ts';
import { aGateway, aRequest, bearer, envelopeOf, toAnswer } from '../builders.ts';

/* Bodies that the schema of another library judges. Source: contract §1.10. */

interface Repeat {
  readonly text: string;
  readonly times: number;
}

const SCHEMAS: readonly (readonly [string, StandardSchema<Repeat>, readonly string[]])[] = [
  [
    'zod',
    z.object({ text: z.string(), times: z.number().default(2) }),
    [
      'text: Invalid input: expected string, received number',
      'times: Invalid input: expected number, received string',
    ],
  ],
  [
    'arktype',
    type({ text: 'string', times: 'number = 2' }),
    ['text: text must be a string (was a number)', 'times: times must be a number (was a string)'],
  ],
  [
    'valibot',
    v.object({ text: v.string(), times: v.optional(v.number(), 2) }),
    [
      'text: Invalid type: Expected string but received 7',
      'times: Invalid type: Expected number but received "x"',
    ],
  ],
];

const repeatBy = (schema: StandardSchema<Repeat>) =>
  defineOperation({
    id: 'repeat',
    method: 'POST',
    path: '/repeat',
    summary: 'Repeat a text',
    body: { schema: standardSchema(schema) },
    // Typed by the schema.
    handle: ({ body }) => jsonResponse({ text: body.text.repeat(body.times) }),
  });

describe('a schema of another library', () => {
  for (const [name, schema, problems] of SCHEMAS) {
    const handle = aGateway({ operations: [repeatBy(schema)] }).handle;
    const answerTo = async (text: string) =>
      handle(
        aRequest('/repeat', {
          method: 'POST',
          headers: bearer(),
          body: { kind: 'bytes', read: async () => new TextEncoder().encode(text) },
        }),
      );

    it(`of ${name} gives what it makes of a body`, async () => {
      const answer = toAnswer(await answerTo('{"text":"ab"}'));
      assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { text: 'abab' }]);
    });

    it(`of ${name} refuses with its own words, each after its place`, async () => {
      const answer = toAnswer(await answerTo('{"text":7,"times":"x"}'));
      assert.equal(answer.status, 400);
      assert.deepEqual(
        issuesOf(answer).map(({ message }) => message),
        problems,
      );
    });

    it(`of ${name} gets no body that is not read strictly`, async () => {
      const { error } = envelopeOf(toAnswer(await answerTo('{"text":"a","text":"b"}')));
      assert.match(error.message, /text/);
      assert.equal(error.code, 400);
    });
  }

  it('is refused when it validates asynchronously', () => {
    const slow = z.object({}).refine(async () => true);
    assert.throws(() => standardSchema(slow), {
      name: 'TypeError',
      message:
        'standardSchema takes schemas that validate at once, and this one of zod is asynchronous: look things up in handle',
    });
  });

  it('is refused when it is not one', () => {
    // What plain JavaScript may pass.
    const none = { parse: () => ({}) } as unknown as StandardSchema;
    assert.throws(() => standardSchema(none), /^TypeError: standardSchema takes a schema of zod/);
  });

  it('is named when it is given as it is', () => {
    // The types refuse it, too.
    const schema = z.object({}) as unknown as v.GenericSchema;
    const definition = {
      id: 'repeat',
      method: 'POST',
      path: '/repeat',
      summary: 'Repeat a text',
      body: { schema },
      handle: () => jsonResponse({}),
    } as const;
    assert.throws(() => defineOperation(definition), /standardSchema\(…\) with one of another/);
  });
});
