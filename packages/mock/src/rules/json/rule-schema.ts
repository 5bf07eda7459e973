import { described } from '@model-gateway/core/kit';
import { RuleJsonSchema } from './rule-json-schema.ts';

/** A rule as the control interface describes it. */
export const RuleSchema = described(
  RuleJsonSchema,
  'A rule for some requests: an operation or `*`, a pattern for the requests, and one action. In patterns, `{"contains": …}` matches a part, `{"matches": "^red"}` a regular expression, `{"oneOf": […]}` one of several values, `{"including": {…}}` the members that matter, `{"any": true}` any value, `{"absent": true}` a missing value and `{"equals": …}` exactly this value.',
  { title: 'Rule' },
);
