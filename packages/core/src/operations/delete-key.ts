import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { described } from '../resources/described.ts';
import { KEY_PARAMS } from '../resources/key.ts';
import { defineOperation } from './define-operation.ts';
import { keyConflict, keysOfAccount } from './key-answers.ts';
import type { GatewayContext } from './operation-context.ts';

/** DELETE /keys/{hash}. Source: contract §19.1. */
export const deleteKey = defineOperation({
  id: 'deleteKey',
  method: 'DELETE',
  path: '/keys/:hash',
  tag: 'accounting',
  summary: 'Delete a key',
  description:
    'Refuses the key from now on; what it used stays in the books. The calling key cannot delete ' +
    'itself: 409.',
  permission: 'management',
  params: KEY_PARAMS,
  response: v.object({ deleted: described(v.literal(true), 'It is.') }),
  errors: ['notFound', 'conflict'],

  async handle({ params: { hash }, caller }, context: GatewayContext) {
    const { key, accountId, keys } = keysOfAccount(caller, context);
    if (hash === key.hash) throw keyConflict('a key cannot delete itself');
    if (!(await keys.delete(accountId, hash))) throw new GatewayError('notFound');
    return jsonResponse({ deleted: true });
  },
});
