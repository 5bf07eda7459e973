import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure, type EmbeddingAnswer, type Vector } from '@model-gateway/core';
import { openai } from '@model-gateway/providers/openai';
import { cutAt } from '../cut.ts';
import { context, embeddingJob } from './jobs.ts';

/** What the provider makes of an answer that comes in these pieces. */
async function embedded(pieces: readonly Uint8Array[]): Promise<EmbeddingAnswer> {
  async function* body() {
    yield* pieces;
  }
  const { embeddings } = openai({
    apiKey: 'x',
    baseUrl: 'http://127.0.0.1:9',
    http: async () => ({ status: 200, headers: {}, body: body() }),
  });
  const job = embeddingJob('openai/text-embedding-3-small', { encoding: 'base64' });
  const answer = await embeddings?.embed(job, context());
  assert.ok(answer);
  return answer;
}

const textOf = (vector: Vector) =>
  vector.encoding === 'base64' ? Buffer.concat(vector.parts).toString() : Array.from(vector.values);

const item = (index: unknown, embedding: unknown) => ({ object: 'embedding', index, embedding });

describe('an answer of embeddings in base64', () => {
  const forms = [
    ['in their order', [item(0, 'AAAA'), item(1, 'BBBB'), item(2, 'CC==')]],
    ['in another order', [item(2, 'CC=='), item(0, 'AAAA'), item(1, 'BBBB')]],
    ['without an index', [{ embedding: 'AAAA' }, { embedding: 'BBBB' }, { embedding: 'CC==' }]],
    [
      'with members in another order',
      [
        { embedding: 'AAAA', note: { embedding: 'x' }, index: 0 },
        { embedding: 'BBBB', index: 1 },
        { embedding: 'CC==', index: 2 },
      ],
    ],
  ] as const;
  for (const [what, data] of forms) {
    it(`is read wherever it is cut: vectors ${what}`, async () => {
      const answer = { object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } };
      for (const space of [0, 2]) {
        const bytes = Buffer.from(JSON.stringify(answer, undefined, space));
        for (let at = 0; at < bytes.length; at += 3) {
          const { vectors, usage } = await embedded(cutAt(bytes, [at, at + 1]));
          assert.deepEqual(vectors.map(textOf), ['AAAA', 'BBBB', 'CC==']);
          assert.equal(usage?.promptTokens, 7);
        }
      }
    });
  }

  it('may hold numbers all the same', async () => {
    const data = [item(1, [0.5, 1]), item(0, [1, 2])];
    const { vectors } = await embedded([Buffer.from(JSON.stringify({ data }))]);
    assert.deepEqual(vectors.map(textOf), [
      [1, 2],
      [0.5, 1],
    ]);
  });

  const wrong: readonly (readonly [what: string, body: string])[] = [
    ['two vectors of one input', JSON.stringify({ data: [item(0, 'AAAA'), item(0, 'AAAA')] })],
    ['a vector of no input', JSON.stringify({ data: [item(0, 'AAAA'), item(2, 'AAAA')] })],
    ['an invalid index', JSON.stringify({ data: [item('0', 'AAAA')] })],
    ['no vector', JSON.stringify({ data: [item(0, null)] })],
    ['an item that is not an object', '{"data":[null]}'],
    ['a body that was cut in a vector', '{"data":[{"index":0,"embedding":"AAAA'],
    ['a body that was cut behind one', '{"data":[{"index":0,"embedding":"AAAA"}'],
    ['no JSON', '<html>"embedding":"AAAA"</html>'],
  ];
  for (const [what, body] of wrong) {
    it(`is malformed with ${what}`, () =>
      assert.rejects(
        () => embedded([Buffer.from(body)]),
        (error) => isProviderFailure(error) && error.failure === 'malformed',
      ));
  }

  for (const [what, text] of [
    ['would end the text of a vector', String.raw`AA\u0022,\u0022x`],
    ['would make its text go on', 'AAAAAAAAAAAAAAA\\'],
  ] as const) {
    it(`hands nothing on that ${what}`, async () => {
      const body = `{"data":[{"index":0,"embedding":"${text}","x":"y"}]}`;
      const { vectors } = await embedded([Buffer.from(body)]);
      assert.deepEqual(vectors.map(textOf), ['']);
    });
  }
});
