import { described } from '../../described.ts';
import { RuleJsonSchema } from './rule-json-schema.ts';

/** A rule as the control interface describes it. */
export const RuleSchema = described(
  RuleJsonSchema,
  'A rule for some requests: an operation or `*`, a pattern for the requests, and one action. In patterns, `{"contains": …}` matches a part, `{"matches": "^red"}` a regular expression, `{"absent": true}` a missing value.',
  'Rule',
);
