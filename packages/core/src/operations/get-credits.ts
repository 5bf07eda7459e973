import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { amountToNumber } from '../money/decimal.ts';
import { described } from '../resources/described.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /credits. Source: contract §15.4. */
export const getCredits = defineOperation({
  id: 'getCredits',
  method: 'GET',
  path: '/credits',
  tag: 'accounting',
  summary: 'Show the credits of the key',
  description:
    'What was added to the credit account of the key and what it was charged, ever. 404 for a key ' +
    'without a credit account, and where the host charges nothing.',
  permission: 'management',
  response: v.object({
    data: described(
      v.object({
        total_credits: described(v.number(), 'What was added, USD.'),
        total_usage: described(v.number(), 'What was charged, USD.'),
      }),
      'The difference is what can still be spent, and what requests under way have reserved.',
      { title: 'Credits' },
    ),
  }),
  errors: ['notFound'],

  async handle({ caller }, { inference: { ledger } }: GatewayContext) {
    const { creditAccountId } = signedIn(caller);
    const totals = creditAccountId === null ? undefined : await ledger?.totals(creditAccountId);
    if (totals === undefined) throw new GatewayError('notFound');
    const total_credits = amountToNumber(totals.added);
    return jsonResponse({ data: { total_credits, total_usage: amountToNumber(totals.used) } });
  },
});
