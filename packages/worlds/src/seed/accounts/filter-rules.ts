import type { FilterRules } from '@model-gateway/core';
import type { Faker } from '@faker-js/faker';
import { chance } from '../draws/draws.ts';

type Group = FilterRules['groups'][number];
type Rule = Group['rules'][number];

/** Returns which records a destination wants: one to three groups of a rule or two. Contract §5.4. */
export function filterRulesOf(faker: Faker): FilterRules {
  const count = faker.helpers.weightedArrayElement([
    { weight: 6, value: 1 },
    { weight: 3, value: 2 },
    { weight: 1, value: 3 },
  ]);
  const wishes = faker.helpers.shuffle(Object.keys(RULES)).slice(0, 2 * count);
  return {
    enabled: chance(faker, 0.85),
    groups: Array.from({ length: count }, (_, at) => groupOf(wishes.slice(2 * at), faker)),
  };
}

function groupOf(wishes: readonly string[], faker: Faker): Group {
  const size = chance(faker, 0.6) ? 1 : 2;
  const rules = wishes.slice(0, size).flatMap((wish) => RULES[wish]?.(faker) ?? []);
  return { logic: chance(faker, 0.75) ? 'and' : 'or', rules };
}

/** What people filter by, each with its own thresholds and names. */
const RULES: Readonly<Record<string, (faker: Faker) => Rule>> = {
  expensive: (faker) => ({
    field: 'total_cost',
    operator: faker.helpers.arrayElement(['gt', 'gte']),
    value: faker.helpers.arrayElement([0.002, 0.01, 0.025, 0.05, 0.2, 0.5, 1]),
  }),
  long: (faker) => ({
    field: faker.helpers.arrayElement(['total_tokens', 'prompt_tokens']),
    operator: faker.helpers.arrayElement(['gt', 'gte']),
    value: faker.helpers.arrayElement([4000, 8192, 20_000, 32_000, 64_000, 100_000, 180_000]),
  }),
  wordy: (faker) => ({
    field: 'completion_tokens',
    operator: 'gte',
    value: faker.helpers.arrayElement([500, 1000, 2048, 4000, 16_000]),
  }),
  unfinished: (faker) =>
    faker.helpers.arrayElement<Rule>([
      { field: 'finish_reason', operator: 'not_equals', value: 'stop' },
      { field: 'finish_reason', operator: 'equals', value: 'length' },
      { field: 'finish_reason', operator: 'equals', value: 'error' },
      { field: 'finish_reason', operator: 'equals', value: 'content_filter' },
    ]),
  key: (faker) => ({
    field: 'api_key_name',
    operator: faker.helpers.arrayElement(['starts_with', 'contains', 'not_contains']),
    value: faker.helpers.arrayElement(['support-', 'search-', 'prod', 'ci-', 'batch', 'staging']),
  }),
  maker: (faker) => ({
    field: 'model',
    operator: faker.helpers.arrayElement(['starts_with', 'not_contains']),
    value: faker.helpers.arrayElement(['acme/', 'orrery/', 'lumenfold/', 'larch/', 'osier/']),
  }),
  model: (faker) =>
    faker.helpers.arrayElement<Rule>([
      { field: 'model', operator: 'regex', value: '^acme/(quill|paint)-\\d+$' },
      { field: 'model', operator: 'ends_with', value: ':free' },
      { field: 'model', operator: 'regex', value: '-(mini|nano)(-|$)' },
    ]),
  provider: (faker) => ({
    field: 'provider',
    operator: faker.helpers.arrayElement(['equals', 'not_equals']),
    value: faker.helpers.arrayElement(['Rainshadow Cloud', 'Quickturn', 'Ovenbird', 'Karst']),
  }),
  session: (faker) => ({
    field: faker.helpers.arrayElement(['session_id', 'user_id']),
    operator: faker.helpers.arrayElement(['exists', 'not_exists']),
  }),
  content: (faker) => ({
    field: faker.helpers.arrayElement(['input', 'output']),
    operator: faker.helpers.arrayElement(['contains', 'not_contains']),
    value: faker.helpers.arrayElement(['refund', 'invoice', 'healthcheck', 'ping', 'as an AI']),
  }),
};
