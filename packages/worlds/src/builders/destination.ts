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
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../seed/reference-date.ts';
import { checkNames, createWishCheck, unfit } from './check-wish.ts';
import { uuidOf } from './uuid-of.ts';
import type { Some } from './wished.ts';

/** What a destination is to be: every member of the wire by its own name, and whose it is. */
export interface DestinationWish extends Omit<Some<Destination>, 'type' | 'config'> {
  /** `webhook` by default. A kind that is not known is fine: any config will do for it. */
  readonly type?: keyof typeof DESTINATION_KINDS | (string & {}) | undefined;
  /** Goes over a config that has what the kind requires. Secrets are given in full. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** Whose it is: the organization of the mock's keys by default. */
  readonly organization?: string | undefined;
}

/**
 * An observability destination, for `destinations` of a tenant or world. Its id is drawn from type
 * and name. Throws GW1701 for what is none, by the same rules as PATCH has.
 *
 * ```ts
 * destination({ type: 'langfuse', name: 'Traces', enabled: false })
 * destination({ type: 'webhook', config: { url: 'https://hooks.example/traces' } })
 * ```
 */
export function destination(wish: DestinationWish = {}): StoredDestination {
  const building = { builder: 'destination', id: wish?.name ?? wish?.id };
  checkNames(wish, NAMES, building);
  const { organization = MOCK_ACCOUNT.organizationId, ...members } = wish;
  const { type = 'webhook', name = `Test ${type}` } = members;
  const config = requiredConfig(type);
  if (config === undefined && members.config === undefined) throw unfit(building, [stranger(type)]);

  const key = `destination ${type} ${name}`;
  const age = createRandomSource(`built ${key}`).whole(1, 500) * SECONDS_PER_DAY;
  const { created_at = new Date((REFERENCE_SECONDS - age) * 1000).toISOString() } = members;
  const said = check(
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
  const plain = { ...said, config: config ?? {}, filter_rules: null };
  const rest = { config: said.config, filter_rules: said.filter_rules };
  const patched = patchDestination(plain, rest, said.updated_at);
  if (patched.kind === 'refused') throw unfit(building, patched.issues);
  return {
    accountId: organization,
    destination: patched.kind === 'changed' ? patched.destination : plain,
  };
}

const NAMES = ['organization', ...Object.keys(DestinationSchema.entries)];
const check = createWishCheck(DestinationSchema);

/** What a kind cannot do without; secrets say that they are fake. Undefined for an unknown kind. */
function requiredConfig(type: string): Record<string, unknown> | undefined {
  const kinds = new Map(Object.entries<Readonly<Record<string, ConfigMember>>>(DESTINATION_KINDS));
  const members = kinds.get(type);
  if (members === undefined) return undefined;
  const required = Object.entries(members).filter(([, member]) => member.required);
  return Object.fromEntries(required.map(([name, member]) => [name, valueOf(name, member, type)]));
}

/** Kinds are an open set, but one without a config is most likely misspelt. */
function stranger(type: string) {
  const kinds = Object.keys(DESTINATION_KINDS);
  return {
    message:
      `type "${type}" is none of ${kinds.join(', ')}: give a kind of your own its config` +
      didYouMean(type, kinds),
  };
}

function valueOf(name: string, { form, secret }: ConfigMember, type: string): string {
  const host = `${type}.orrery.example`;
  if (name === 'dsn') return `https://fake-key@${host}/1`;
  if (secret) return `fake-${name}-for-tests`;
  if (form === 'url') return `https://${host}/intake`;
  return typeof form === 'string' ? 'orrery' : (form[0] ?? '');
}
