import * as v from 'valibot';
import { described, optional } from './described.ts';

/** Fields of a telemetry record that a filter rule may look at. Source: contract §5.4. */
export const FILTER_FIELDS = [
  'model',
  'provider',
  'session_id',
  'user_id',
  'api_key_name',
  'finish_reason',
  'input',
  'output',
  'total_cost',
  'total_tokens',
  'prompt_tokens',
  'completion_tokens',
] as const;

/** Source: contract §5.4. */
export const FILTER_OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'regex',
  'starts_with',
  'ends_with',
  'gt',
  'lt',
  'gte',
  'lte',
  'exists',
  'not_exists',
] as const;

/** The records that a destination receives: those that any group passes. Source: contract §5.4. */
export const FilterRulesSchema = described(
  v.object({
    enabled: v.optional(described(v.boolean(), 'Whether the rules are applied.'), true),
    groups: described(
      v.array(
        v.object({
          logic: v.optional(
            described(v.picklist(['and', 'or']), 'Whether all rules must hold or any.'),
            'and',
          ),
          rules: v.array(
            v.object({
              field: described(v.picklist(FILTER_FIELDS), 'The field to compare.'),
              operator: described(v.picklist(FILTER_OPERATORS), 'How the field is compared.'),
              value: optional(
                v.union([v.string(), v.number(), v.boolean()]),
                'The value to compare with; not used by `exists` and `not_exists`.',
              ),
            }),
          ),
        }),
      ),
      'A record passes when it passes any group.',
    ),
  }),
  'Which telemetry records are forwarded.',
  { title: 'FilterRules' },
);

/** The filter rules of a destination. Source: contract §5.4. */
export type FilterRules = v.InferOutput<typeof FilterRulesSchema>;

/** SHA-256 hex digests of API keys. Source: contract §5.4. */
export const ApiKeyHashesSchema = described(
  v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters'))),
    v.minLength(1),
  ),
  'Only requests with one of these API keys are forwarded: SHA-256 digests in lower-case hex.',
);

/** Fraction of requests that is forwarded. Source: contract §8.8. */
export const SamplingRateSchema = described(
  v.pipe(v.number(), v.minValue(0.0001), v.maxValue(1)),
  'Fraction of requests that is forwarded; 1 is all of them.',
);

/** Element of `data` in GET /observability/destinations; secrets are masked. Source: contract §8.8. */
export const DestinationSchema = described(
  v.object({
    id: described(v.pipe(v.string(), v.uuid()), "The destination's id."),
    workspace_id: described(v.pipe(v.string(), v.uuid()), 'The workspace it belongs to.'),
    name: described(v.string(), 'The display name.'),
    type: described(v.string(), 'The kind of destination; the set of kinds is open.', {
      examples: ['langfuse', 'webhook', 'otel-collector'],
    }),
    enabled: described(v.boolean(), 'Whether anything is forwarded.'),
    privacy_mode: described(
      v.boolean(),
      'When true, bodies of requests and responses are not forwarded, only metadata.',
    ),
    sampling_rate: SamplingRateSchema,
    api_key_hashes: described(
      v.nullable(ApiKeyHashesSchema),
      'SHA-256 digests of the API keys whose requests are forwarded; null means all keys.',
    ),
    filter_rules: v.nullable(FilterRulesSchema),
    config: described(
      v.record(v.string(), v.unknown()),
      'Settings of this kind of destination. Secrets are masked: start and end kept, the middle left out.',
    ),
    created_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was created.'),
    updated_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was last changed.'),
  }),
  'A destination to which request telemetry is forwarded.',
  { title: 'Destination' },
);

/** An observability destination in its wire form. Source: contract §8.8. */
export type Destination = v.InferOutput<typeof DestinationSchema>;
