import { DESTINATION_KINDS, type ConfigMember } from '@model-gateway/core';
import type { Faker } from '@faker-js/faker';
import { chance } from '../draws.ts';

/**
 * A config of a known kind: what is required, some of what is not. Secrets say that they are fake,
 * so that no scanner takes them for real ones.
 */
export function configOf(
  type: keyof typeof DESTINATION_KINDS,
  faker: Faker,
): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [name, member] of Object.entries<ConfigMember>(DESTINATION_KINDS[type])) {
    if (!member.required && chance(faker, 0.4)) continue;
    config[name] = valueOf(name, member, `${type}.orrery.example`, faker);
  }
  if (chance(faker, 0.3)) config['headers'] = { 'X-Scope-OrgID': fakeSecret(faker) };
  return config;
}

function valueOf(name: string, member: ConfigMember, host: string, faker: Faker): string {
  if (name === 'dsn') return `https://${fakeSecret(faker)}@${host}/${faker.number.int(9999)}`;
  if (member.secret) return fakeSecret(faker);
  if (member.form === 'url') return `https://${host}${PATHS[name] ?? ''}`;
  if (Array.isArray(member.form)) return faker.helpers.arrayElement<string>(member.form);
  return TEXTS[name] ?? faker.helpers.slugify(faker.company.buzzNoun());
}

const PATHS: Readonly<Record<string, string>> = {
  url: '/intake',
  endpoint: '/v1/traces',
  otlpEndpoint: '/otlp/v1/traces',
};

const TEXTS: Readonly<Record<string, string>> = {
  host: 'clickhouse.orrery.example:8443',
  database: 'telemetry',
  username: 'gateway',
  table: 'gateway_traces',
  bucketName: 'orrery-gateway-traces',
  region: 'eu-central-1',
  prefix: 'gateway',
  pathTemplate: '{prefix}/{date}',
  account: 'orrery-eu',
  schema: 'PUBLIC',
  warehouse: 'TELEMETRY',
};

function fakeSecret(faker: Faker): string {
  return `fake-${faker.string.alphanumeric(27)}`;
}
