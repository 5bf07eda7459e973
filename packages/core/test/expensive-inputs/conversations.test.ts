// System: compares the CPU time of bodies of growing length, which takes quiet and time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { packSealed } from '../../src/chat/sealed-text.ts';
import { aRequest, bearer } from '../builders.ts';
import { aChatGateway, anEndpoint, aTalker, MODEL } from '../chat/chat-builders.ts';
import { findGrowth, STEP } from './growth.ts';

/** The largest ends below the 100,000 values that a body may hold. */
const SIZES = [1500, 1500 * STEP];

/** Long and alike but for the end, so that comparing two of them takes a while. */
const idsOf = (size: number, length: number) =>
  Array.from({ length: size }, (_, i) => String(i).padStart(length, 'x'));
const user = { role: 'user', content: 'x' };

const sealOf = (of_call: string) => ({
  type: 'reasoning',
  encrypted_content: packSealed({ issuer: 'x', data: { of_call, data: {} } }),
});

const repeated = <Item>(item: Item, size: number) => Array.from({ length: size }, () => item);
const wide = (size: number) => Object.fromEntries(idsOf(size, 20).map((id) => [id, 1]));
/** Nearly as deep as a body may be. */
const DEPTH = 50;
const deep = JSON.parse(`${'{"a":'.repeat(DEPTH)}0${'}'.repeat(DEPTH)}`);
const toolsOf = (schema: string, size: number) =>
  idsOf(Math.ceil(size / DEPTH), 20).map((name) => ({
    type: schema === 'parameters' ? 'function' : 'custom',
    name,
    [schema]: { type: 'object', properties: deep },
  }));

const INPUTS: readonly (readonly [string, string, (size: number) => object])[] = [
  [
    'calls of one turn',
    '/chat/completions',
    (size) => ({
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: idsOf(size, 1000).map((id) => ({
            id,
            type: 'function',
            function: { name: 'f', arguments: '{}' },
          })),
        },
      ],
    }),
  ],
  ['unknown members', '/chat/completions', (size) => ({ ...wide(size), messages: [user] })],
  ['unknown members', '/messages', (size) => ({ ...wide(size), messages: [user] })],
  ['unknown members', '/responses', (size) => ({ ...wide(size), input: 'x' })],
  ['turns', '/messages', (size) => ({ messages: repeated(user, size) })],
  ['items', '/responses', (size) => ({ input: repeated(user, size) })],
  [
    'seals of calls of one turn',
    '/responses',
    (size) => ({
      input: [
        ...idsOf(size, 20).map((call_id) => ({
          type: 'function_call',
          call_id,
          name: 'f',
          arguments: '{}',
        })),
        ...repeated(sealOf(idsOf(size, 20)[0] ?? ''), size),
        { role: 'user', content: 'x' },
      ],
    }),
  ],
  [
    'deep tools',
    '/messages',
    (size) => ({ messages: [user], tools: toolsOf('input_schema', size) }),
  ],
  ['deep tools', '/responses', (size) => ({ input: 'x', tools: toolsOf('parameters', size) })],
];

describe('no conversation costs more than its length', () => {
  for (const [what, path, bodyOf] of INPUTS) {
    it(`with many ${what} of ${path}`, async () => {
      const endpoint = anEndpoint({
        contextTokens: 1e9,
        pricing: { prompt: '0', completion: '0' },
      });
      const { gateway } = aChatGateway([aTalker('one', undefined, endpoint)]);
      const work = (size: number) => {
        const bytes = Buffer.from(JSON.stringify({ model: MODEL, ...bodyOf(size) }));
        return async () => {
          const body = { kind: 'bytes', read: async () => bytes } as const;
          const request = aRequest(path, { method: 'POST', headers: bearer(), body });
          const response = await gateway.handle(request);
          assert.ok(response);
          assert.equal(encodeResponse(response).status, 200);
        };
      };
      // What is compiled first would pass for the time of the smaller one.
      await work(SIZES[0] ?? 0)();
      assert.equal(await findGrowth(SIZES, work), undefined);
    });
  }
});
