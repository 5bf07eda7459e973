import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { MemberSchema } from '../resources/member.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';
import { PAGE_QUERY, pageSchema, toPageRequest, toWirePage } from './page-query.ts';

/** GET /organization/members. Source: contract §6. */
export const listMembers = defineOperation({
  id: 'listMembers',
  method: 'GET',
  path: '/organization/members',
  tag: 'organization',
  summary: 'List members of the organization',
  description: "Everyone in the organization of the key's account, oldest first.",
  permission: 'management',
  query: v.object(PAGE_QUERY),
  response: pageSchema(MemberSchema),
  errors: ['notFound'],

  async handle({ query, caller }, { stores }: GatewayContext) {
    const { organizationId } = signedIn(caller);
    const page =
      organizationId === null
        ? undefined
        : await stores.members.list({ ...toPageRequest(query), organizationId });
    if (page === undefined) throw new GatewayError('notFound');
    return jsonResponse(toWirePage(page));
  },
});
