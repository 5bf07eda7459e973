import * as v from 'valibot';
import { maskDestination } from '../destinations/mask.ts';
import { jsonResponse } from '../http/respond.ts';
import { DestinationSchema } from '../resources/destination.ts';
import { optional } from '../resources/described.ts';
import { UuidSchema } from '../resources/uuid.ts';
import { accountOf } from '../accounts/account-of.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';
import { PAGE_QUERY, pageSchema, toPageRequest, toWirePage } from './page-query.ts';

/** GET /observability/destinations. Source: contract §5. */
export const listDestinations = defineOperation({
  id: 'listDestinations',
  method: 'GET',
  path: '/observability/destinations',
  tag: 'observability',
  summary: 'List observability destinations',
  description:
    'The destinations to which request telemetry of a workspace is forwarded, newest first.',
  permission: 'management',
  query: v.object({
    ...PAGE_QUERY,
    workspace_id: optional(
      UuidSchema,
      "The workspace whose destinations are listed; by default the key's default workspace.",
    ),
  }),
  response: pageSchema(DestinationSchema),

  async handle({ query, caller }, { stores }: GatewayContext) {
    const key = signedIn(caller);
    const { items, totalCount } = await stores.destinations.list({
      ...toPageRequest(query),
      accountId: accountOf(key),
      workspaceId: query.workspace_id ?? key.workspaceId,
    });
    return jsonResponse(toWirePage({ items: items.map(maskDestination), totalCount }));
  },
});
