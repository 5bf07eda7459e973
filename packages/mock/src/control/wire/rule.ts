import * as v from 'valibot';
import { RuleJsonSchema } from '../../rules/json/rule-json-schema.ts';
import { described } from './described.ts';

/** A rule to be added. */
export const RuleSchema = described(
  RuleJsonSchema,
  'What becomes of some requests: an operation or `*`, what the requests have to be like, and one action. In patterns, `{"contains": …}` stands for a part, `{"matches": "^red"}` for a regular expression, `{"absent": true}` for what must not be there.',
  'Rule',
);

/** A rule that is there. */
export const RuleStateSchema = described(
  v.object({
    id: described(v.string(), 'As in the journal and in the header `x-mock-rule`.'),
    hits: described(v.pipe(v.number(), v.integer()), 'How many requests it has been there for.'),
    remaining: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      'How many requests it is still there for; null when it stays.',
    ),
  }),
  'A rule that is there for the requests of a tenant.',
  'RuleState',
);

export type RuleStateJson = v.InferOutput<typeof RuleStateSchema>;
