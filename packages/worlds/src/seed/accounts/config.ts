import { DESTINATION_KINDS, type ConfigMember } from '@model-gateway/core';
import type { Faker } from '@faker-js/faker';
import { chance } from '../draws/draws.ts';

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
    config[name] = valueOf(type, name, member, faker);
  }
  const header = HEADERS[type];
  if (header !== undefined && chance(faker, 0.5)) {
    config['headers'] = { [header]: fakeSecret(faker) };
  }
  return config;
}

/** What proxies before a service ask for: a tenant, a client. */
const HEADERS: Readonly<Record<string, string>> = {
  grafana: 'X-Scope-OrgID',
  'otel-collector': 'X-Scope-OrgID',
  webhook: 'X-Client-Token',
  langfuse: 'X-Proxy-Authorization',
};

function valueOf(type: string, name: string, member: ConfigMember, faker: Faker): string {
  const host = `${type}.quillfeather.example`;
  if (name === 'dsn') return `https://${fakeSecret(faker)}@${host}/${faker.number.int(9999)}`;
  if (member.secret) return fakeSecret(faker);
  if (IDS.has(name)) return faker.string.uuid();
  if (member.form === 'url') return `https://${host}${pathOf(type, name)}`;
  if (Array.isArray(member.form)) return faker.helpers.arrayElement<string>(member.form);
  return faker.helpers.arrayElement(TEXTS[name] ?? ['model-gateway']);
}

/** Object storage and hosted products have their address alone. */
function pathOf(type: string, name: string): string {
  return name === 'endpoint' && type !== 'otel-collector' ? '' : (PATHS[name] ?? '');
}

/** Numbers that a service gives each of its customers’ projects. */
const IDS = new Set(['projectId', 'workspaceId']);

const PATHS: Readonly<Record<string, string>> = {
  url: '/intake',
  endpoint: '/v1/traces',
  otlpEndpoint: '/otlp/v1/traces',
};

/** Values as such services have them: words of the customer, and numbers that the service gave it. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  host: ['k3v8q1zt2m.eu-central-1.clickhouse.example:8443'],
  database: ['llm_observability', 'default', 'telemetry'],
  username: ['gateway_writer', 'default'],
  table: ['gateway_traces', 'llm_requests'],
  bucketName: ['quillfeather-llm-traces', 'quillfeather-eu-audit-logs'],
  region: ['eu-central-1', 'us-east-1', 'ap-southeast-2'],
  prefix: ['model-gateway/production', 'traces', 'raw/llm'],
  pathTemplate: ['{prefix}/{date}'],
  account: ['qf48213-eu_central_1', 'qf48213'],
  schema: ['PUBLIC', 'LLM'],
  warehouse: ['TELEMETRY_XS', 'COMPUTE_WH'],
  project: ['support-assistant', 'catalogue-search', 'internal-tools'],
  projectName: ['support-assistant', 'Default Project', 'document-intake'],
  workspace: ['quillfeather', 'quillfeather-research'],
  entity: ['quillfeather', 'quillfeather-ml'],
  mlApp: ['support-assistant', 'checkout-helper', 'document-intake'],
  instanceId: ['1048213', '887406'],
  modelId: ['support-assistant-v3', 'document-intake-2026-09'],
};

function fakeSecret(faker: Faker): string {
  return `fake-${faker.string.alphanumeric(27)}`;
}
