import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';

/** Element of `data` in GET /activity. Source: contract §15.3. */
export const ActivitySchema = described(
  v.object({
    date: described(v.pipe(v.string(), v.isoDate()), 'The UTC day.'),
    model: described(v.string(), 'The model that served.'),
    model_permaslug: described(v.string(), 'The same.'),
    endpoint_id: described(v.string(), 'The provider and the model: `acme/acme/quill-mini`.'),
    provider_name: described(v.string(), 'The provider that served.'),
    workspace_id: optional(v.string(), 'Only with `group_by=workspace`.'),
    requests: described(count, 'How many requests it served.'),
    usage: described(v.number(), 'What they were charged, USD.'),
    byok_usage_inference: described(v.number(), 'Always 0.'),
    prompt_tokens: described(count, 'Tokens that went in.'),
    completion_tokens: described(count, 'Tokens that came out, reasoning included.'),
    reasoning_tokens: described(count, 'The part of them that is reasoning.'),
  }),
  'What was used of one model of one provider on one day.',
  { title: 'Activity' },
);
