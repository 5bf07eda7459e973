import { endsLikeSecret } from '../secret-words.ts';

/** The form of a config member. A list contains the allowed words. */
export type ConfigForm = 'text' | 'url' | 'headers' | readonly string[];

/** The description of one member of a destination's config. */
export interface ConfigMember {
  readonly form: ConfigForm;
  readonly required: boolean;
  /** Shown masked, never in full. */
  readonly secret: boolean;
}

/** The members of a config by name. */
export type ConfigMembers = Readonly<Record<string, ConfigMember>>;

const text: ConfigMember = { form: 'text', required: false, secret: false };
const url: ConfigMember = { ...text, form: 'url' };
const secret: ConfigMember = { ...text, secret: true };
const required = (member: ConfigMember): ConfigMember => ({ ...member, required: true });
const oneOf = (...words: readonly string[]): ConfigMember => ({ ...text, form: words });

/** The known kinds of destination and the members of their config. Source: contract §5.1. */
export const DESTINATION_KINDS = {
  langfuse: { publicKey: required(secret), secretKey: required(secret), baseUrl: url },
  webhook: { url: required(url), method: oneOf('POST', 'PUT'), signingSecret: secret },
  'otel-collector': { endpoint: required(url) },
  langsmith: { apiKey: required(secret), endpoint: url, project: text, workspaceId: text },
  braintrust: { apiKey: required(secret), projectId: required(text), baseUrl: url },
  datadog: { apiKey: required(secret), mlApp: required(text), url },
  posthog: { apiKey: required(secret), endpoint: url },
  grafana: { apiKey: required(secret), instanceId: required(text), baseUrl: url },
  newrelic: { licenseKey: required(secret), region: oneOf('us', 'eu') },
  arize: {
    apiKey: required(secret),
    spaceKey: required(secret),
    modelId: required(text),
    baseUrl: url,
  },
  opik: { apiKey: required(secret), workspace: required(text), projectName: required(text) },
  sentry: { dsn: required(secret), otlpEndpoint: required(url) },
  weave: {
    apiKey: required(secret),
    entity: required(text),
    project: required(text),
    baseUrl: url,
  },
  clickhouse: {
    host: required(text),
    database: required(text),
    username: required(text),
    password: required(secret),
    table: text,
  },
  s3: {
    bucketName: required(text),
    accessKeyId: required(secret),
    secretAccessKey: required(secret),
    region: text,
    endpoint: url,
    sessionToken: secret,
    prefix: text,
    pathTemplate: text,
  },
  snowflake: {
    account: required(text),
    token: required(secret),
    database: text,
    schema: text,
    table: text,
    warehouse: text,
  },
  ramp: { apiKey: required(secret), baseUrl: url },
} as const satisfies Record<string, ConfigMembers>;

/** Every kind accepts them, even an unknown one; the values are secret. */
const HEADERS: ConfigMembers = { headers: { ...secret, form: 'headers' } };

const KINDS: ReadonlyMap<string, ConfigMembers> = new Map(
  Object.entries(DESTINATION_KINDS).map(([type, members]) => [type, { ...members, ...HEADERS }]),
);

/** Returns whether `type`, an open string, is a kind whose config is known. */
export function isKnownKind(type: string): boolean {
  return KINDS.has(type);
}

/** Returns the config members of a kind, `headers` included; for an unknown kind only `headers`. */
export function configMembersOf(type: string): ConfigMembers {
  return KINDS.get(type) ?? HEADERS;
}

/**
 * Returns whether the member `name` is secret: according to `members`, else by the end of its name.
 */
export function isSecretMember(members: ConfigMembers, name: string): boolean {
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  return member?.secret ?? endsLikeSecret(name);
}
