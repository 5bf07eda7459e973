import * as v from 'valibot';
import { jsonResponse } from '../http/respond.ts';
import { GuardrailAssignmentSchema } from '../resources/guardrail-assignment.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';
import { PAGE_QUERY, pageSchema, toPageRequest, toWirePage } from './page-query.ts';

/** GET /guardrails/assignments/members. Source: contract §6. */
export const listGuardrailAssignments = defineOperation({
  id: 'listGuardrailAssignments',
  method: 'GET',
  path: '/guardrails/assignments/members',
  tag: 'guardrails',
  summary: 'List all assignments of guardrails to members',
  description:
    'Which guardrails apply to which members of the organization, oldest first. Empty for an ' +
    'account without an organization.',
  permission: 'management',
  query: v.object(PAGE_QUERY),
  response: pageSchema(GuardrailAssignmentSchema),

  async handle({ query, caller }, { stores }: GatewayContext) {
    const { organizationId } = signedIn(caller);
    if (organizationId === null) return jsonResponse(toWirePage({ items: [], totalCount: 0 }));
    const page = await stores.assignments.list({ ...toPageRequest(query), organizationId });
    return jsonResponse(toWirePage(page));
  },
});
