import type { StoredDestination } from '@model-gateway/core';
import type { Faker } from '@faker-js/faker';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import { chance, type Draws } from '../draws/draws.ts';
import { configOf } from './config.ts';
import { destinationName, type Purpose } from './destination-name.ts';
import { filterRulesOf } from './filter-rules.ts';
import { GENERATED_KINDS } from './generated-kinds.ts';
import { momentBefore } from './moment.ts';

/**
 * A destination, from 0: first one of each of these kinds in the default workspace, then every other kind in
 * the second workspace. Source of the form: contract §8.8, §5.
 */
export function destinationAt(index: number, draws: Draws): StoredDestination {
  const inDefault = index < GENERATED_KINDS.length;
  const type = GENERATED_KINDS[inDefault ? index : (2 * index) % GENERATED_KINDS.length];
  if (type === undefined) throw new RangeError('expected a list with items');
  const faker = draws('destination', index);
  const id = faker.string.uuid();
  const { name, purpose } = destinationName(type, faker);
  const created_at = momentBefore(faker, { days: 500 });
  return {
    accountId: MOCK_ACCOUNT.organizationId,
    destination: {
      id,
      workspace_id: inDefault ? MOCK_ACCOUNT.workspaceId : MOCK_ACCOUNT.otherWorkspaceId,
      name,
      type,
      enabled: chance(faker, purpose === 'any' ? 0.8 : 1),
      privacy_mode: chance(faker, 0.25),
      sampling_rate: faker.helpers.arrayElement(SAMPLING_RATES[purpose]),
      api_key_hashes: chance(faker, 0.25) ? keyHashes(faker) : null,
      filter_rules: chance(faker, 0.35) ? filterRulesOf(faker) : null,
      config: configOf(type, draws('config', index)),
      created_at,
      updated_at: momentBefore(faker, { days: 500, after: created_at }),
    },
  };
}

/** An audit log misses nothing, production little. */
const SAMPLING_RATES: Readonly<Record<Purpose, readonly number[]>> = {
  audit: [1],
  production: [1, 1, 0.5, 0.25, 0.2],
  any: [1, 1, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
};

function keyHashes(faker: Faker): string[] {
  const hash = () => faker.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' });
  return faker.helpers.multiple(hash, { count: { min: 1, max: 3 } });
}
