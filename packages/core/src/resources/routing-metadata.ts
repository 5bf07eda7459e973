import * as v from 'valibot';
import { count } from './count.ts';
import { described, optional } from './described.ts';

const text = v.string();
const PROVIDER = described(text, 'Display name of the provider.');
const MODEL = described(text, 'Id of the model.');

const AVAILABLE = described(
  v.array(
    v.object({
      provider: PROVIDER,
      model: MODEL,
      selected: described(v.boolean(), 'Whether it serves the answer.'),
    }),
  ),
  'All endpoints of the models, also those that a preference excludes.',
);

/** What `gateway_metadata` tells of one request. Source: contract §12.14. */
export const RoutingMetadataSchema = described(
  v.object({
    requested: described(text, 'The model as the client named it.'),
    strategy: described(
      v.picklist(['direct', 'alias', 'fallback']),
      'Whether one model was asked for, by its id or by another name, or several in order.',
    ),
    region: described(v.nullable(text), 'Always null.'),
    summary: described(text, 'The same in one line.'),
    attempt: described(count, 'How many endpoints were asked; 0: none.'),
    is_byok: described(v.boolean(), 'Always false.'),
    endpoints: described(v.object({ total: count, available: AVAILABLE }), 'Who has the models.'),
    attempts: optional(
      v.array(
        v.object({
          provider: PROVIDER,
          model: MODEL,
          status: described(count, '200, or the status that its failure has in this interface.'),
        }),
      ),
      'The endpoints that were asked, in order.',
    ),
  }),
  'How the request was routed, for a client that asked by `x-gateway-metadata: enabled`.',
  { title: 'RoutingMetadata' },
);

/** What `gateway_metadata` tells of one request. Source: contract §12.14. */
export type RoutingMetadata = v.InferOutput<typeof RoutingMetadataSchema>;
