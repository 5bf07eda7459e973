import * as v from 'valibot';
import { maskDestination } from '../destinations/mask.ts';
import { json } from '../http/respond.ts';
import { DestinationSchema } from '../resources/destination.ts';
import { accountOf, signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import { PAGE_QUERY, pageSchema, toPageRequest, toWirePage } from './page-query.ts';

/** GET /observability/destinations. Source: spec §4.3, decisions §5. */
export const listDestinations = defineOperation({
  id: 'listDestinations',
  method: 'GET',
  path: '/observability/destinations',
  summary: 'List observability destinations',
  permission: 'management',
  params: v.object({}),
  query: v.object({ ...PAGE_QUERY, workspace_id: v.optional(v.pipe(v.string(), v.uuid())) }),
  body: undefined,
  response: pageSchema(DestinationSchema),
  errors: [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    'managementKeyRequired',
    'internal',
  ],

  async handle({ query, caller }, { stores }) {
    const key = signedIn(caller);
    const { items, totalCount } = await stores.destinations.list({
      ...toPageRequest(query),
      accountId: accountOf(key),
      workspaceId: query.workspace_id ?? key.workspaceId,
    });
    return json(toWirePage({ items: items.map(maskDestination), totalCount }));
  },
});
