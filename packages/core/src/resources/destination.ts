import * as v from 'valibot';

/** Fields of a telemetry record that a filter rule may look at. Source: decisions §5.4. */
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

/** Source: decisions §5.4. */
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

/** Which records a destination gets: those that any group lets pass. Source: decisions §5.4. */
export const FilterRulesSchema = v.object({
  enabled: v.optional(v.boolean(), true),
  groups: v.array(
    v.object({
      logic: v.optional(v.picklist(['and', 'or']), 'and'),
      rules: v.array(
        v.object({
          field: v.picklist(FILTER_FIELDS),
          operator: v.picklist(FILTER_OPERATORS),
          value: v.optional(v.union([v.string(), v.number(), v.boolean()])),
        }),
      ),
    }),
  ),
});

export type FilterRules = v.InferOutput<typeof FilterRulesSchema>;

/** SHA-256 hex digests of API keys. Source: decisions §5.4. */
export const ApiKeyHashesSchema = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters'))),
  v.minLength(1),
);

/** Fraction of requests that is forwarded. Source: spec §2.8. */
export const SamplingRateSchema = v.pipe(v.number(), v.minValue(0.0001), v.maxValue(1));

/** Element of `data` in GET /observability/destinations; secrets are masked. Source: spec §2.8. */
export const DestinationSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  workspace_id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  type: v.string(),
  enabled: v.boolean(),
  privacy_mode: v.boolean(),
  sampling_rate: SamplingRateSchema,
  api_key_hashes: v.nullable(ApiKeyHashesSchema),
  filter_rules: v.nullable(FilterRulesSchema),
  config: v.record(v.string(), v.unknown()),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  updated_at: v.pipe(v.string(), v.isoTimestamp()),
});

export type Destination = v.InferOutput<typeof DestinationSchema>;
