import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';

const patterns = v.record(v.string(), v.unknown());

const WhereSchema = v.object({
  body: optional(v.unknown(), 'The members that matter.'),
  query: optional(patterns, 'By parameter.'),
  params: optional(patterns, 'By parameter of the path.'),
  headers: optional(patterns, 'By name; secrets are masked.'),
  chat: optional(v.unknown(), 'What the conversation is like.'),
});

const AnswerSchema = v.object({
  action: described(
    v.string(),
    'The word of the action, as in a rule; `stream` for a stream whose events a test sends.',
  ),
  status: described(
    v.nullable(v.pipe(v.number(), v.integer())),
    'Null where the gateway, or a function of a test, decides it.',
  ),
  delay_ms: described(v.number(), "Milliseconds on the tenant's clock that it waits first."),
  kind: described(v.nullable(v.string()), 'The name of the fault or of the ending.'),
});

/** An existing rule. */
export const RuleStateSchema = described(
  v.object({
    id: described(v.string(), 'As in the journal and in the header `x-mock-rule`.'),
    on: described(
      v.nullable(v.string()),
      'The operation, the route, or `*`; null for a rule that decides by itself, such as `fixtures`.',
    ),
    where: described(
      v.array(WhereSchema),
      'The patterns of its requests, all of which match; empty for every request. A function of a test is `{"predicate": true}`.',
    ),
    answer: described(
      v.nullable(AnswerSchema),
      'What it does with them; null for a rule that decides by itself.',
    ),
    hits: described(v.pipe(v.number(), v.integer()), 'The number of requests it has answered.'),
    remaining: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      'The number of requests it will still answer; null for no limit.',
    ),
    added: described(v.boolean(), 'Whether it was added later, so that it can be removed.'),
  }),
  'A rule of a tenant: what it is for, what it does, and its counts.',
  { title: 'RuleState' },
);

export type RuleStateJson = v.InferOutput<typeof RuleStateSchema>;
export type RequestPatternJson = RuleStateJson['where'][number];
