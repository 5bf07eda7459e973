import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { RequestSummarySchema } from './request.ts';

const tenant = described(v.string(), 'The id of the tenant.');

/** The payload of a `data:` line of the feed. */
export const FeedEventSchema = described(
  v.variant('type', [
    v.object({
      type: described(v.literal('request'), 'A request, each time that more is known of it.'),
      tenant,
      request: RequestSummarySchema,
    }),
    v.object({
      type: described(
        v.literal('tenants'),
        'The tenants that are watched: the first event, and sent again when they change.',
      ),
      tenants: v.array(tenant),
    }),
    v.object({
      type: described(v.literal('cleared'), 'The journal was emptied; numbers begin again at 1.'),
      tenant,
    }),
    v.object({
      type: described(
        v.literal('gap'),
        'Requests since the last event are no longer in the journal.',
      ),
      tenant,
    }),
    v.object({
      type: described(
        v.literal('reset'),
        'The `last-event-id` was of another run of the mock: everything known before is void.',
      ),
    }),
  ]),
  'An event of the feed. The field `id` of an event with a request is its position.',
  { title: 'FeedEvent' },
);

export type FeedEventJson = v.InferOutput<typeof FeedEventSchema>;
