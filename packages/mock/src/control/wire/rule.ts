import * as v from 'valibot';
import { RuleJsonSchema } from '../../rules/json/rule-json-schema.ts';
import { described } from './described.ts';

/** A rule to be added. */
export const RuleSchema = described(
  RuleJsonSchema,
  'A rule for some requests: an operation or `*`, a pattern for the requests, and one action. In patterns, `{"contains": …}` matches a part, `{"matches": "^red"}` a regular expression, `{"absent": true}` a missing value.',
  'Rule',
);

/** A rule that is there. */
export const RuleStateSchema = described(
  v.object({
    id: described(v.string(), 'As in the journal and in the header `x-mock-rule`.'),
    hits: described(v.pipe(v.number(), v.integer()), 'The number of requests it has answered.'),
    remaining: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      'The number of requests it will still answer; null for no limit.',
    ),
  }),
  'A rule of a tenant, with its counts.',
  'RuleState',
);

export type RuleStateJson = v.InferOutput<typeof RuleStateSchema>;
