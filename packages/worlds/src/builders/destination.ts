import {
  DESTINATION_KINDS,
  DestinationSchema,
  patchDestination,
  type ConfigMember,
  type Destination,
  type StoredDestination,
} from '@model-gateway/core';
import { createRandomSource, didYouMean, present } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../seed/dates/reference-date.ts';
import { checkNames, createInputCheck, invalid } from './check-input.ts';
import { uuidOf } from './uuid-of.ts';
import type { PartialInput } from './input-types.ts';

/** Input of `destination()`: every member of the wire by its own name, and the organization. */
export interface DestinationSpec extends Omit<PartialInput<Destination>, 'type' | 'config'> {
  /** `webhook` by default. An unknown kind takes any config. */
  readonly type?: keyof typeof DESTINATION_KINDS | (string & {}) | undefined;
  /** Merged over a config that has what the kind requires. Secrets in full. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** The owner: the organization of the mock's keys by default. */
  readonly organization?: string | undefined;
}

/**
 * Builds an observability destination, for `destinations` of a tenant or world. Its id is a function
 * of type and name. Throws GW1701 for invalid input, by the rules of PATCH.
 *
 * ```ts
 * destination({ type: 'langfuse', name: 'Traces', enabled: false })
 * destination({ type: 'webhook', config: { url: 'https://hooks.example/traces' } })
 * ```
 */
export function destination(spec: DestinationSpec = {}): StoredDestination {
  const building = { builder: 'destination', id: spec?.name ?? spec?.id };
  checkNames(spec, NAMES, building);
  const { organization = MOCK_ACCOUNT.organizationId, ...members } = spec;
  const { type = 'webhook', name = `Test ${type}` } = members;
  const config = requiredConfig(type);
  if (config === undefined && members.config === undefined)
    throw invalid(building, [unknownKind(type)]);

  const key = `destination ${type} ${name}`;
  const age = createRandomSource(`built ${key}`).whole(1, 500) * SECONDS_PER_DAY;
  const { created_at = new Date((REFERENCE_SECONDS - age) * 1000).toISOString() } = members;
  const checked = check(
    {
      id: uuidOf(key),
      workspace_id: MOCK_ACCOUNT.workspaceId,
      name,
      type,
      enabled: true,
      privacy_mode: false,
      sampling_rate: 1,
      api_key_hashes: null,
      filter_rules: null,
      created_at,
      updated_at: created_at,
      config: {},
      ...present(members),
    },
    building,
  );
  const plain = { ...checked, config: config ?? {}, filter_rules: null };
  const rest = { config: checked.config, filter_rules: checked.filter_rules };
  const patched = patchDestination(plain, rest, checked.updated_at);
  if (patched.kind === 'refused') throw invalid(building, patched.issues);
  return {
    accountId: organization,
    destination: patched.kind === 'changed' ? patched.destination : plain,
  };
}

const NAMES = ['organization', ...Object.keys(DestinationSchema.entries)];
const check = createInputCheck(DestinationSchema);

/** Returns the required config of a kind, with secrets that look fake; undefined for an unknown kind. */
function requiredConfig(type: string): Record<string, unknown> | undefined {
  const kinds = new Map(Object.entries<Readonly<Record<string, ConfigMember>>>(DESTINATION_KINDS));
  const members = kinds.get(type);
  if (members === undefined) return undefined;
  const required = Object.entries(members).filter(([, member]) => member.required);
  return Object.fromEntries(required.map(([name, member]) => [name, valueOf(name, member, type)]));
}

/** Kinds are an open set, but an unknown one without a config is probably a misspelling. */
function unknownKind(type: string) {
  const kinds = Object.keys(DESTINATION_KINDS);
  return {
    message:
      `unknown type "${type}": expected one of ${kinds.join(', ')}, or a config for a type of your own` +
      didYouMean(type, kinds),
  };
}

function valueOf(name: string, { form, secret }: ConfigMember, type: string): string {
  const host = `${type}.quillfeather.example`;
  if (name === 'dsn') return `https://fake-key@${host}/1`;
  if (secret) return `fake-${name}-for-tests`;
  if (form === 'url') return `https://${host}/intake`;
  return typeof form === 'string' ? 'quillfeather' : (form[0] ?? '');
}
