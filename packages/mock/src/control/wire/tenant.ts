import * as v from 'valibot';
import { WORLD_NAMES } from '@model-gateway/worlds';
import { LATENCY_PROFILES } from '../../latency/profiles.ts';
import { PRESET_NAMES } from '../../presets/presets.ts';
import { described, optional } from './described.ts';
import { RuleSchema } from './rule.ts';

/** A tenant as the control interface shows it. */
export const TenantSchema = described(
  v.object({
    id: described(v.string(), 'Part of its URL. The tenant `main` is the gateway itself.'),
    base_url: described(v.string(), 'The base URL for clients, used with one of the keys.'),
    any_key_url: described(v.string(), 'A base URL for this tenant alone, which accepts any key.'),
    api_key: described(v.string(), 'The inference key.'),
    management_key: described(v.string(), 'The management key.'),
    keys: described(v.record(v.string(), v.string()), 'All keys, by purpose.'),
    credits: described(v.string(), 'The credits left for images, USD.'),
  }),
  'An independent gateway with its own keys, data, rules, clock and requests.',
  'Tenant',
);

export type TenantJson = v.InferOutput<typeof TenantSchema>;

const amount = v.union([v.number(), v.string()]);
const span = v.union([v.number(), v.string()]);
const stages = v.picklist(['answer', 'start', 'partial', 'image']);

/** How a clock goes and what it shows. */
export const CLOCK_WISH = {
  mode: optional(
    v.picklist(['flowing', 'frozen', 'auto_advance']),
    '`flowing`: like real time. `frozen`: moves only when advanced. `auto_advance`: each wait ends at once.',
  ),
  now: optional(v.union([v.string(), v.number()]), 'ISO 8601, or milliseconds since 1970.'),
};

const RateLimitSchema = v.object({
  limit: described(v.pipe(v.number(), v.integer(), v.minValue(0)), 'Images per window and key.'),
  window_seconds: described(v.pipe(v.number(), v.minValue(0)), 'The length of a window.'),
});

/** What is a tenant's own; also of a fork. */
const OWN_MEMBERS = {
  id: optional(
    v.string(),
    '1 to 64 letters, digits, ".", "_" and "-", for the URL and the keys; `t1`, `t2`, … by default.',
  ),
  api_key: optional(v.string(), 'The inference key; minted by default.'),
  management_key: optional(v.string(), 'The management key; minted by default.'),
  credits: optional(amount, 'The total that images may cost, USD.'),
  rate_limit: optional(RateLimitSchema, 'Images beyond it are answered with 429.'),
  clock: optional(v.object(CLOCK_WISH), 'The clock of the tenant; real time by default.'),
  latency: optional(
    v.union([
      v.picklist(Object.keys(LATENCY_PROFILES)),
      span,
      v.array(span),
      v.record(stages, v.union([span, v.array(span)])),
    ]),
    'How long answers take: a profile, a duration such as "200ms", a list of a minimum and a maximum, or one of these for each stage.',
  ),
};

/** What a builder is told, as JSON. */
const wish = (description: string) => described(v.record(v.string(), v.unknown()), description);

/** The whole catalog. */
export const MODELS = described(
  v.array(
    wish(
      'A model: `id`, the short-hands `input`, `output`, `context`, `price`, `reasoning`, `signals` and `images`, and every member of a model by its own name. Members that are left out get plausible values derived from the id.',
    ),
  ),
  'The whole catalog.',
);

const MEMBERS = {
  ...OWN_MEMBERS,
  world: optional(v.picklist(WORLD_NAMES), 'The initial world.'),
  seed: optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)),
    'The seed of generated data, keys and images.',
  ),
  models: optional(
    v.union([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), MODELS]),
    'The whole catalog, or the number of models to generate.',
  ),
  destinations: optional(
    v.array(wish('A destination: every member by its own name, `type` and `name` above all.')),
    'The observability destinations.',
  ),
  members: optional(
    v.array(wish('A member: `id`, and every other member by its own name.')),
    'The people of the organization, oldest first.',
  ),
  assignments: optional(
    v.array(wish('An assignment: `guardrail`, `user`, and every member by its own name.')),
    'The guardrail assignments.',
  ),
  preset: optional(
    v.union([v.picklist(PRESET_NAMES), v.array(v.picklist(PRESET_NAMES))]),
    'Named trouble: one name, or several.',
  ),
  public_catalog: optional(v.boolean(), 'Serves the list of models without a key.'),
  unhandled: optional(
    v.picklist(['fail', 'ignore']),
    'Whether unhandled requests fail the verification.',
  ),
  unused_rules: optional(
    v.picklist(['fail', 'ignore']),
    'Whether rules that were not used up fail the verification.',
  ),
  strict: optional(
    v.boolean(),
    'Whether parameters and members that the gateway does not know fail the verification.',
  ),
};

const rules = <const Schema extends v.GenericSchema>(rule: Schema) =>
  optional(v.array(rule), 'The initial rules; the first applies first.');

/** What is checked of a tenant to be made; builders and rules check what is theirs. */
export const NewTenantSchema = v.object({ ...MEMBERS, rules: rules(v.unknown()) });

export type NewTenantJson = v.InferOutput<typeof NewTenantSchema>;

/** The same with all that is known of it. */
export const DocumentedTenantSchema = described(
  v.object({ ...MEMBERS, rules: rules(RuleSchema) }),
  'The options of a tenant. Options that are left out are inherited from its gateway.',
  'NewTenant',
);

export const ForkSchema = described(
  v.object({
    ...OWN_MEMBERS,
    snapshot: optional(
      v.string(),
      'The snapshot of the tenant to start from; its present state by default.',
    ),
  }),
  'The options in which the fork differs from its tenant.',
  'Fork',
);

export type ForkJson = v.InferOutput<typeof ForkSchema>;
