import * as v from 'valibot';
import { GatewayError } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import { KEY_PARAMS, KeyPatchSchema, KeySchema } from '../resources/key.ts';
import { defineOperation } from './define-operation.ts';
import { keyConflict, keysOfAccount, toWireKey } from './key-answers.ts';
import { limitsIn } from './limits-in.ts';
import type { GatewayContext } from './operation-context.ts';

/** PATCH /keys/{hash}. Source: contract §19.1. */
export const updateKey = defineOperation({
  id: 'updateKey',
  method: 'PATCH',
  path: '/keys/:hash',
  tag: 'accounting',
  summary: 'Change a key',
  description:
    'Changes the members that are sent and leaves the others as they are, in force at once. The ' +
    'calling key cannot disable itself, and one that was revoked for good stays so: 409.',
  permission: 'management',
  params: KEY_PARAMS,
  body: { schema: KeyPatchSchema },
  response: v.object({ data: KeySchema }),
  errors: ['notFound', 'conflict'],

  async handle({ params: { hash }, body, caller }, context: GatewayContext) {
    const { key, accountId, keys } = keysOfAccount(caller, context);
    const { name: label, disabled } = body;
    const limits = limitsIn(body);
    if (disabled === true && hash === key.hash) throw keyConflict('a key cannot disable itself');
    const isChange =
      label !== undefined || disabled !== undefined || Object.keys(limits).length > 0;
    const found = isChange
      ? await keys.update(accountId, hash, {
          updatedAt: new Date(context.clock.now()).toISOString(),
          label,
          state: disabled === undefined ? undefined : disabled ? 'disabled' : 'active',
          limits,
        })
      : await keys.get(accountId, hash);
    if (found === undefined) throw new GatewayError('notFound');
    if (disabled === false && found.state === 'revoked') {
      throw keyConflict('the key was revoked for good');
    }
    return jsonResponse({ data: await toWireKey(found, context) });
  },
});
