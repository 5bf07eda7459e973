import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { toSnakeCase } from '../../rename-keys.ts';
import { AMOUNT_JSON, RATE_LIMIT_JSON } from '../../tenant/options/forkable-options.ts';
import { FORKABLE_ROWS, OPTION_ROWS } from '../../tenant/options/option-rows.ts';

/** A tenant as the control interface shows it. */
export const TenantSchema = described(
  v.object({
    id: described(v.string(), 'Part of its URL. The tenant `main` is the gateway itself.'),
    base_url: described(v.string(), 'The base URL for clients, used with one of the keys.'),
    any_key_url: described(v.string(), 'A base URL for this tenant alone, which accepts any key.'),
    api_key: described(v.string(), 'The inference key.'),
    management_key: described(v.string(), 'The management key.'),
    keys: described(v.record(v.string(), v.string()), 'All keys, by purpose.'),
    credits: described(v.string(), 'The credits left, USD.'),
    rate_limit: described(
      v.nullable(RATE_LIMIT_JSON),
      'Requests to models beyond it are answered with 429; null without a limit.',
    ),
  }),
  'An independent gateway with its own keys, data, rules, clock and requests.',
  { title: 'Tenant' },
);

export type TenantJson = v.InferOutput<typeof TenantSchema>;

/** Checks a tenant to be made; builders and rules check what is theirs. */
export const NewTenantSchema = v.object(
  membersOf(OPTION_ROWS.map(([name, { json }]) => [name, json.schema])),
);

/** The same in full. */
export const DocumentedTenantSchema = described(
  v.object(
    membersOf(OPTION_ROWS.map(([name, { json }]) => [name, json.documented ?? json.schema])),
  ),
  'The options of a tenant. Options that are left out are inherited from its gateway.',
  { title: 'NewTenant' },
);

/** The limits of a tenant that can change while it runs. */
export const LimitsSchema = described(
  v.object({
    credits: optional(AMOUNT_JSON, 'The credits left, USD.'),
    rate_limit: optional(
      v.nullable(RATE_LIMIT_JSON),
      'Requests to models beyond it are answered with 429, counted from 0; null for no limit.',
    ),
  }),
  'The limits to change. Those that are left out stay.',
  { title: 'Limits' },
);

export const ForkSchema = described(
  v.object({
    ...membersOf(FORKABLE_ROWS.map(([name, { json }]) => [name, json.schema])),
    snapshot: optional(
      v.string(),
      'The snapshot of the tenant to start from; its present state by default.',
    ),
  }),
  'The options in which the fork differs from its tenant.',
  { title: 'Fork' },
);

function membersOf(
  schemas: readonly (readonly [name: string, schema: v.GenericSchema])[],
): v.ObjectEntries {
  return Object.fromEntries(schemas.map(([name, schema]) => [toSnakeCase(name), schema]));
}
