import * as v from 'valibot';
import { described } from '../../described.ts';

/** A rule that is there. */
export const RuleStateSchema = described(
  v.object({
    id: described(v.string(), 'As in the journal and in the header `x-mock-rule`.'),
    hits: described(v.pipe(v.number(), v.integer()), 'The number of requests it has answered.'),
    remaining: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      'The number of requests it will still answer; null for no limit.',
    ),
    added: described(v.boolean(), 'Whether it was added later, so that it can be removed.'),
  }),
  'A rule of a tenant, with its counts.',
  'RuleState',
);

export type RuleStateJson = v.InferOutput<typeof RuleStateSchema>;
