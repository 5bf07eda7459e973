import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { KeySchema, KEY_PARAMS } from '../resources/key.ts';
import { defineOperation } from './define-operation.ts';
import { keysOfAccount, toWireKey } from './key-answers.ts';
import type { GatewayContext } from './operation-context.ts';

/** GET /keys/{hash}. Source: contract §19.1. */
export const getKey = defineOperation({
  id: 'getKey',
  method: 'GET',
  path: '/keys/:hash',
  tag: 'accounting',
  summary: 'Show a key',
  description: 'A key of the account and what it has spent, without its text.',
  permission: 'management',
  params: KEY_PARAMS,
  response: v.object({ data: KeySchema }),
  errors: ['notFound'],

  async handle({ params, caller }, context: GatewayContext) {
    const { accountId, keys } = keysOfAccount(caller, context);
    const found = await keys.get(accountId, params.hash);
    if (found === undefined) throw new GatewayError('notFound');
    return jsonResponse({ data: await toWireKey(found, context) });
  },
});
