import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { generateCatalog } from '../seed/generated.ts';
import { distanceIn } from './distance.ts';
import { TELLS } from './tells.ts';

const DAY = 86_400;

const real = [...generateCatalog({ seed: 5, models: 300 })]
  .map(({ model }) => model)
  .filter(({ architecture }) => architecture.output_modalities.includes('text'));

type Ranking = NonNullable<Model['benchmarks']>['design_ranking'];

const atMidnight = (model: Model) => ({ ...model, created: model.created - (model.created % DAY) });
const limited = (limit: number) => (model: Model) => ({
  ...model,
  top_provider: { ...model.top_provider, max_completion_tokens: limit },
});
const ranked = (change: (ranking: Ranking) => Ranking) => (model: Model) =>
  model.benchmarks === undefined
    ? model
    : {
        ...model,
        benchmarks: {
          ...model.benchmarks,
          design_ranking: change(model.benchmarks.design_ranking),
        },
      };

/** What a careless generator writes, and the feature that it is found by. */
const CARELESS: Readonly<Record<string, (model: Model, position: number) => Model>> = {
  'listed at midnight': atMidnight,
  'hour of listing': (model) => ({ ...atMidnight(model), created: atMidnight(model).created + 60 }),
  'weekday of listing': (model, position) => ({
    ...model,
    created: model.created + position * DAY,
  }),
  'time to the nearest listing of its family': (model, position) => ({
    ...model,
    created: 1_700_000_000 + position,
  }),
  'listed after a higher version': (model) => ({ ...model, created: 4e9 - model.created }),
  'kind of context length': (model) => ({ ...model, context_length: 99_999 }),
  'kind of completion limit': limited(99_999),
  'part of the context offered': (model) => ({
    ...model,
    top_provider: { ...model.top_provider, context_length: (model.context_length ?? 2) / 2 },
  }),
  'context length of its nearest relative': (model, position) => ({
    ...model,
    context_length: 1000 * position,
  }),
  'completion limit of its nearest relative': (model, position) => limited(position)(model),
  'parameters of its nearest relative': (model, position) => ({
    ...model,
    supported_parameters: model.supported_parameters.slice(position % 5),
  }),
  'recommended values of its nearest relative': (model, position) => ({
    ...model,
    default_parameters: { temperature: position / 100 },
  }),
  'default parameters by age': (model) => ({ ...model, default_parameters: {} }),
  'day of the cutoff': (model) => ({ ...model, knowledge_cutoff: '2025-03-15' }),
  'contests and index': ranked(() => []),
  'contests by age': ranked((ranking) => ranking.slice(0, 1)),
  'spread of elo in an arena': ranked((ranking) =>
    ranking.map((result, position) => ({ ...result, elo: 900 + 80 * position })),
  ),
  'elo of agents above the models': ranked((ranking) =>
    ranking.map((result) => ({ ...result, elo: 1200 })),
  ),
};

describe('the features that gave generated records away', () => {
  it('have an example each', () => {
    assert.deepEqual(
      Object.keys(CARELESS),
      TELLS.map(({ name }) => name),
    );
  });

  for (const feature of TELLS) {
    it(`find models that differ in: ${feature.name}`, () => {
      const careless = CARELESS[feature.name] ?? ((model: Model) => model);
      const points = distanceIn(feature, real, real.map(careless));
      assert.ok(points > 15, `${points} points`);
    });
  }
});
