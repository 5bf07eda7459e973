import * as v from 'valibot';
import { accountOf } from '../accounts/account-of.ts';
import { jsonResponse } from '../http/respond.ts';
import { count } from '../resources/count.ts';
import { described } from '../resources/described.ts';
import { KEY_SPENDING } from '../resources/key.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import { maskOf, spendingOf } from './key-answers.ts';
import type { GatewayContext } from './operation-context.ts';

const CurrentKeySchema = described(
  v.object({
    label: described(v.string(), 'Its text without the middle: `mg-v1-abc...xyz`.'),
    ...KEY_SPENDING,
    is_management_key: described(v.boolean(), 'Whether it administers, instead of using models.'),
    is_provisioning_key: described(v.boolean(), 'The same.'),
    is_free_tier: described(v.boolean(), 'Always false.'),
    organization_id: described(v.nullable(v.string()), 'The organization that it acts for.'),
    workspace_id: described(v.nullable(v.string()), 'The workspace that it belongs to.'),
    creator_user_id: described(v.nullable(v.string()), 'The user that it belongs to.'),
    expires_at: described(
      v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      'From when on it is refused; null for never.',
    ),
    allowed_data_regions: described(v.array(v.literal('global')), 'Always `global`.'),
    free_model_daily_requests: described(
      v.object({
        limit: described(count, 'Always 0.'),
        used: described(count, 'Always 0.'),
        remaining: described(count, 'Always 0.'),
      }),
      'There is no free tier.',
    ),
    rate_limit: described(
      v.object({
        requests: described(
          v.pipe(v.number(), v.integer()),
          'Requests of the key in each interval; -1 for no limit of its own.',
        ),
        interval: described(v.string(), 'How long an interval is.'),
        note: described(v.string(), 'What to know about it.'),
      }),
      "The key's own limit of requests.",
    ),
  }),
  'The calling key.',
  { title: 'CurrentKey' },
);

/** GET /key. Source: contract §19.3. */
export const getCurrentKey = defineOperation({
  id: 'getCurrentKey',
  method: 'GET',
  path: '/key',
  tag: 'accounting',
  summary: 'Show the calling key',
  description: 'What the key may do and has spent, for any key.',
  permission: 'any',
  response: v.object({ data: CurrentKeySchema }),

  async handle({ caller }, context: GatewayContext) {
    const key = signedIn(caller);
    const [spending] = await spendingOf([key], context);
    // Keys of a host's own are in no store.
    const record = await context.stores.keys?.get(accountOf(key), key.hash);
    const isManagement = key.kind === 'management';
    const data = {
      label: record?.mask ?? maskOf(key),
      ...spending,
      is_management_key: isManagement,
      is_provisioning_key: isManagement,
      is_free_tier: false,
      organization_id: key.organizationId,
      workspace_id: key.workspaceId,
      creator_user_id: key.userId,
      expires_at: key.expiresAt,
      allowed_data_regions: ['global'],
      free_model_daily_requests: { limit: 0, used: 0, remaining: 0 },
      rate_limit: {
        requests: key.limits.requestsPerMinute ?? -1,
        interval: '60s',
        note: 'The gateway may have a limit for all keys beside it.',
      },
    };
    return jsonResponse({ data });
  },
});
