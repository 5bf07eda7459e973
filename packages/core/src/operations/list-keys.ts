import * as v from 'valibot';
import { jsonResponse } from '../http/respond.ts';
import { optional } from '../resources/described.ts';
import { KeySchema } from '../resources/key.ts';
import { UuidSchema } from '../resources/uuid.ts';
import { defineOperation } from './define-operation.ts';
import { keysOfAccount, toWireKeys } from './key-answers.ts';
import type { GatewayContext } from './operation-context.ts';
import { PAGE_QUERY, pageSchema, toPageRequest, toWirePage } from './page-query.ts';

/** GET /keys. Source: contract §19.1. */
export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  tag: 'accounting',
  summary: 'List the keys of a workspace',
  description:
    'Keys of the account, the newest first, without their texts. 404 where the host administers ' +
    'its keys elsewhere.',
  permission: 'management',
  query: v.object({
    ...PAGE_QUERY,
    include_disabled: optional(
      v.picklist(['true', 'false']),
      'Whether keys that are disabled are listed, too.',
      { default: 'false' },
    ),
    workspace_id: optional(
      UuidSchema,
      "The workspace whose keys are listed; by default the calling key's.",
    ),
  }),
  response: pageSchema(KeySchema),
  errors: ['notFound'],

  async handle({ query, caller }, context: GatewayContext) {
    const { key, accountId, keys } = keysOfAccount(caller, context);
    const { items, totalCount } = await keys.list({
      ...toPageRequest(query),
      accountId,
      workspaceId: query.workspace_id ?? key.workspaceId,
      includeDisabled: query.include_disabled === 'true',
    });
    return jsonResponse(toWirePage({ items: await toWireKeys(items, context), totalCount }));
  },
});
