import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { generateCatalog } from './generated.ts';

const of = (tidy: boolean) =>
  [...generateCatalog({ seed: 5, models: 3000, tidy })].map(({ model }) => model);
const [untidy, tidy] = [of(false), of(true)];

type Has = (model: Model, all: ReadonlySet<string>) => boolean;
function faulty(models: readonly Model[], has: Has): readonly Model[] {
  const ids = new Set(models.map(({ id }) => id));
  return models.filter((model) => has(model, ids));
}

const lacks = (given: string, implied: string) => (model: Model) => {
  const names: readonly string[] = model.supported_parameters;
  return names.includes(given) && !names.includes(implied);
};

/** Each fault, how many of 3,000 models have it at least, and at most. */
const FAULTS: readonly (readonly [fault: string, has: Has, range: readonly [number, number]])[] = [
  [
    'a completion limit above the context',
    ({ context_length: length, top_provider: { max_completion_tokens: most } }) =>
      (most ?? 0) > (length ?? Infinity),
    [8, 90],
  ],
  ['tools without tool_choice', lacks('tools', 'tool_choice'), [10, 120]],
  [
    'structured_outputs without response_format',
    lacks('structured_outputs', 'response_format'),
    [5, 120],
  ],
  ['a blank at the end of the name', ({ name }) => name !== name.trimEnd(), [10, 60]],
  [
    'a free variant without a paid model',
    ({ id }, all) => id.endsWith(':free') && !all.has(id.slice(0, -':free'.length)),
    [30, 70],
  ],
];

describe('a generated catalog', () => {
  for (const [fault, has, [least, most]] of FAULTS) {
    it(`has ${fault} as often as real ones do`, () => {
      const count = faulty(untidy, has).length;
      assert.ok(count >= least && count <= most, `${count} of 3000`);
    });

    it(`never has ${fault} when it is tidy`, () => {
      assert.deepEqual(
        faulty(tidy, has).map(({ id }) => id),
        [],
      );
    });
  }

  it('differs in nothing else when it is tidy', () => {
    const prices = (models: readonly Model[]) => models.map(({ pricing }) => pricing);
    assert.deepEqual(prices(tidy), prices(untidy));
  });
});
