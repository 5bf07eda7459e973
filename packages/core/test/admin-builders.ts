import assert from 'node:assert/strict';
import {
  GatewayError,
  createGateway,
  createMemoryDestinationStore,
  createMemoryGenerationStore,
  createMemoryGuardrailAssignmentStore,
  createMemoryKeyStore,
  createMemoryMemberStore,
  createMemoryModelStore,
  createManualClock,
  type ApiKey,
  type Destination,
  type DESTINATION_KINDS,
  type DestinationStore,
  type Gateway,
  type GatewayOptions,
  type GenerationStore,
  type GuardrailAssignment,
  type GuardrailAssignmentStore,
  type Member,
  type MemberStore,
  type StoredDestination,
  type StoredMember,
} from '@model-gateway/core';
import { NOW, aKey, aRequest, bearer, toAnswer, type Answer } from './builders.ts';

/** A management key that `anAdminGateway` knows by default; requests send it. */
export const ADMIN_KEY = 'mg-mgmt-v1-test-key';
export const ORGANIZATION = 'org_1';
export const WORKSPACE = '00000000-0000-4000-8000-000000000001';
export const OTHER_WORKSPACE = '00000000-0000-4000-8000-000000000002';

export function anAdminKey(given: Partial<ApiKey> & { text?: string } = {}): ApiKey {
  return aKey({ text: ADMIN_KEY, kind: 'management', organizationId: ORGANIZATION, ...given });
}

/** The UUID that ends in `number`. */
export function uuid(number: number): string {
  return `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A config of every known kind with every member there is; secrets hold "secret" and a number. */
export const CONFIGS = {
  langfuse: {
    publicKey: 'pk-lf-secret-1',
    secretKey: 'sk-lf-secret-2',
    baseUrl: 'https://langfuse.example',
  },
  webhook: {
    url: 'https://hooks.example/in?team=7',
    method: 'PUT',
    signingSecret: 'wh-secret-19-x',
  },
  'otel-collector': { endpoint: 'http://collector.example:4318/v1/traces' },
  langsmith: {
    apiKey: 'lsv2-secret-3-',
    endpoint: 'https://langsmith.example',
    project: 'main',
    workspaceId: 'w-1',
  },
  braintrust: { apiKey: 'bt-secret-4-xx', projectId: 'p-1', baseUrl: 'https://braintrust.example' },
  datadog: { apiKey: 'dd-secret-5-xx', mlApp: 'chat', url: 'https://datadog.example' },
  posthog: { apiKey: 'phc-secret-6-x', endpoint: 'https://posthog.example' },
  grafana: { apiKey: 'glc-secret-7-x', instanceId: '4711', baseUrl: 'https://grafana.example' },
  newrelic: { licenseKey: 'nr-secret-8-xx', region: 'eu' },
  arize: {
    apiKey: 'az-secret-9-xx',
    spaceKey: 'az-secret-10-x',
    modelId: 'm-1',
    baseUrl: 'https://arize.example',
  },
  opik: { apiKey: 'op-secret-11-x', workspace: 'team', projectName: 'demo' },
  sentry: {
    dsn: 'https://secret12@sentry.example/1',
    otlpEndpoint: 'https://sentry.example/otlp',
  },
  weave: {
    apiKey: 'wb-secret-13-x',
    entity: 'team',
    project: 'demo',
    baseUrl: 'https://weave.example',
  },
  clickhouse: {
    host: 'clickhouse.example:8443',
    database: 'traces',
    username: 'writer',
    password: 'secret14',
    table: 'spans',
  },
  s3: {
    bucketName: 'traces',
    accessKeyId: 'AKIA-secret-15',
    secretAccessKey: 's3-secret-16-x',
    region: 'eu-central-1',
    endpoint: 'https://s3.example',
    sessionToken: 's3-secret-17-x',
    prefix: 'gateway',
    pathTemplate: '{prefix}/{date}',
  },
  snowflake: {
    account: 'acme-eu',
    token: 'sf-secret-18-x',
    database: 'OBSERVABILITY',
    schema: 'PUBLIC',
    table: 'TRACES',
    warehouse: 'COMPUTE',
  },
  ramp: { apiKey: 'rp-secret-20-x', baseUrl: 'https://ramp.example' },
} as const satisfies Record<keyof typeof DESTINATION_KINDS, Record<string, string>>;

export type KnownKind = keyof typeof CONFIGS;

/** Object.keys forgets that these are the keys. */
export const KNOWN_KINDS = Object.keys(CONFIGS) as KnownKind[];

export function aDestination(given: Partial<Destination> = {}): Destination {
  return {
    id: uuid(1),
    workspace_id: WORKSPACE,
    name: 'Production traces',
    type: 'langfuse',
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config: { ...CONFIGS.langfuse },
    created_at: '2026-07-01T08:00:00.000Z',
    updated_at: '2026-07-02T08:00:00.000Z',
    ...given,
  };
}

/** A destination of a known kind with every config member, headers included. */
export function aDestinationOf(type: KnownKind, given: Partial<Destination> = {}): Destination {
  const headers = { 'X-Tenant': 'header-secret-20', authorization: 'short' };
  return aDestination({ type, config: { ...CONFIGS[type], headers }, ...given });
}

export function owned(destination: Destination, accountId = ORGANIZATION): StoredDestination {
  return { destination, accountId };
}

export function aMember(number: number, given: Partial<Member> = {}): Member {
  return {
    id: `user_${number}`,
    email: `person.${number}@mail.example`,
    first_name: `First ${number}`,
    last_name: `Last ${number}`,
    role: 'member',
    ...given,
  };
}

/** Members 1 to `count` of an organization, oldest first. */
export function someMembers(count: number, organizationId = ORGANIZATION): StoredMember[] {
  return Array.from({ length: count }, (_, i) => ({ organizationId, member: aMember(i + 1) }));
}

export function anAssignment(
  number: number,
  given: Partial<GuardrailAssignment> = {},
): GuardrailAssignment {
  return {
    id: uuid(number),
    guardrail_id: uuid(1000 + (number % 3)),
    user_id: `user_${number}`,
    assigned_by: 'user_1',
    organization_id: ORGANIZATION,
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    ...given,
  };
}

export interface GivenAdmin extends Omit<Partial<GatewayOptions>, 'stores' | 'destinations'> {
  readonly keys?: readonly ApiKey[];
  readonly destinations?: readonly (Destination | StoredDestination)[] | DestinationStore;
  readonly members?: readonly StoredMember[] | MemberStore;
  readonly generations?: GenerationStore;
  readonly assignments?: readonly GuardrailAssignment[] | GuardrailAssignmentStore;
}

/** A gateway over memory stores with one management key, its clock at `NOW`. */
export function anAdminGateway(
  given: GivenAdmin = {},
  policy?: GatewayOptions['destinations'],
): Gateway {
  const {
    keys = [anAdminKey()],
    destinations = [],
    members = [],
    assignments = [],
    generations = createMemoryGenerationStore(),
    ...rest
  } = given;
  return createGateway({
    clock: createManualClock(NOW),
    ...rest,
    destinations: policy,
    stores: {
      models: createMemoryModelStore([]),
      keys: createMemoryKeyStore(keys),
      generations,
      destinations: 'list' in destinations ? destinations : aDestinationStore(destinations),
      members: 'list' in members ? members : createMemoryMemberStore(members),
      assignments:
        'list' in assignments ? assignments : createMemoryGuardrailAssignmentStore(assignments),
    },
  });
}

/** A memory store of destinations, those without an owner given to the usual organization. */
export function aDestinationStore(destinations: readonly (Destination | StoredDestination)[]) {
  return createMemoryDestinationStore(
    destinations.map((given) => ('destination' in given ? given : owned(given))),
  );
}

/** A gateway with one destination and the way to look at what is stored. */
export function oneDestination(changes: Partial<Destination> = {}) {
  const destination = aDestination(changes);
  const store = aDestinationStore([destination]);
  return {
    destination,
    gateway: anAdminGateway({ destinations: store }),
    stored: async () => (await store.get(destination.id))?.item.destination,
    version: async () => (await store.get(destination.id))?.version,
  };
}

type Headers = Readonly<Record<string, string>>;

/** GET with the management key. */
export async function read(gateway: Gateway, url: string, headers: Headers = {}): Promise<Answer> {
  const request = aRequest(url, { headers: { ...bearer(ADMIN_KEY), ...headers } });
  return toAnswer(await gateway.handle(request));
}

/** PATCH of a destination with the management key; a text is sent as it is, all else as JSON. */
export async function patch(
  gateway: Gateway,
  id: string,
  body: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  const request = aRequest(`/observability/destinations/${id}`, {
    method: 'PATCH',
    headers: { ...bearer(ADMIN_KEY), 'content-type': 'application/json', ...headers },
    body: {
      kind: 'bytes',
      async read(limitBytes) {
        if (bytes.byteLength > limitBytes) throw new GatewayError('payloadTooLarge');
        return bytes;
      },
    },
  });
  return toAnswer(await gateway.handle(request));
}

/** A list's answer. */
export interface Listing<Item> {
  readonly data: readonly Item[];
  readonly total_count: number;
}

export function listingOf<Item>({ status, text }: Answer): Listing<Item> {
  assert.equal(status, 200, text);
  // A 200 of a list; each operation's test checks its shape.
  return JSON.parse(text) as Listing<Item>;
}

/** The destination that a PATCH answers with. */
export function updated({ status, text }: Answer): Destination {
  assert.equal(status, 200, text);
  // A 200 of the PATCH; update-destination.test.ts checks its shape.
  return (JSON.parse(text) as { data: Destination }).data;
}

/** The problems that a 400 lists. */
export function issuesOf({ status, text }: Answer): { path: string; message: string }[] {
  assert.equal(status, 400, text);
  return JSON.parse(text).error.metadata.issues;
}
