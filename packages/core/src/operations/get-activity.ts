import * as v from 'valibot';
import { sumOfActivity } from '../accounts/sum-of-activity.ts';
import { utcDay } from '../accounts/utc-day.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { amountToNumber } from '../money/decimal.ts';
import type { Activity } from '../ports/generation-store.ts';
import { ActivitySchema } from '../resources/activity.ts';
import { optional } from '../resources/described.ts';
import { accountOf } from '../accounts/account-of.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** GET /activity. Source: contract §15.3. */
export const getActivity = defineOperation({
  id: 'getActivity',
  method: 'GET',
  path: '/activity',
  tag: 'accounting',
  summary: 'Add up what was used, by day, model and provider',
  description:
    'The last 30 UTC days that are over, the newest first. 404 where the host keeps no generations.',
  permission: 'management',
  query: v.object({
    date: optional(
      v.pipe(v.string(), v.isoDate()),
      'One of the last 30 days, `YYYY-MM-DD`; all of them by default.',
    ),
    api_key_hash: optional(
      v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 lower-case hex digits')),
      'Only what this key used.',
    ),
    user_id: optional(v.string(), "Only what this user's keys used."),
    workspace_id: optional(v.pipe(v.string(), v.uuid()), 'Only what keys of this workspace used.'),
    group_by: optional(v.picklist(['workspace']), 'Workspaces apart, instead of their sum.'),
  }),
  response: v.object({ data: v.array(ActivitySchema) }),
  errors: ['notFound'],

  async handle({ query, caller }, { stores, clock }: GatewayContext) {
    const key = signedIn(caller);
    if (stores.generations === undefined) throw new GatewayError('notFound');
    const rows = await stores.generations.activity({
      accountId: accountOf(key),
      ...daysOf(query.date, clock.now()),
      keyHash: query.api_key_hash,
      userId: query.user_id,
      workspaceId: query.workspace_id?.toLowerCase(),
    });
    const isByWorkspace = query.group_by === 'workspace';
    const sums = isByWorkspace
      ? rows
      : sumOfActivity(rows.map((row) => ({ ...row, workspaceId: '' })));
    return jsonResponse({ data: sums.map((sum) => toWire(sum, isByWorkspace)) });
  },
});

/** Returns the days to add up. Throws a 400 for one that is not over, or too long ago. */
function daysOf(date: string | undefined, now: number) {
  const firstDay = utcDay(now - DAYS * DAY_MS);
  const lastDay = utcDay(now - DAY_MS);
  if (date === undefined) return { firstDay, lastDay };
  if (date < firstDay || date > lastDay) {
    const message = `date must be a day from ${firstDay} to ${lastDay}, got ${date}`;
    throw invalidRequest([{ path: 'date', message }]);
  }
  return { firstDay: date, lastDay: date };
}

function toWire(sum: Activity, isByWorkspace: boolean): v.InferOutput<typeof ActivitySchema> {
  const { model, provider } = sum;
  return {
    date: sum.day,
    model,
    model_permaslug: model,
    endpoint_id: `${provider.slug}/${model}`,
    provider_name: provider.name,
    ...(isByWorkspace && { workspace_id: sum.workspaceId }),
    requests: sum.requests,
    usage: amountToNumber(sum.costUsd),
    byok_usage_inference: 0,
    prompt_tokens: sum.promptTokens,
    completion_tokens: sum.completionTokens,
    reasoning_tokens: sum.reasoningTokens,
  };
}
