import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCreditLedger, type GatewayOptions } from '@model-gateway/core';
import { KEY_TEXT, aKey, aRequest, bearer, envelopeOf, toAnswer } from '../builders.ts';
import {
  ADMIN_KEY,
  ORGANIZATION,
  aDestination,
  anAdminGateway,
  anAdminKey,
  someMembers,
  uuid,
} from '../admin-builders.ts';

/*
 * Who may call the administrative operations, and what happens when a store fails.
 * Source: contract §2, §9.
 */

const FAILURE = 'postgres://user:hunter2@db.internal';
const fail = () => Promise.reject(new Error(FAILURE));

const OPERATIONS = [
  { id: 'listDestinations', method: 'GET', path: '/observability/destinations' },
  { id: 'updateDestination', method: 'PATCH', path: `/observability/destinations/${uuid(1)}` },
  { id: 'listMembers', method: 'GET', path: '/organization/members' },
  { id: 'listGuardrailAssignments', method: 'GET', path: '/guardrails/assignments/members' },
  { id: 'getActivity', method: 'GET', path: '/activity' },
  { id: 'getCredits', method: 'GET', path: '/credits' },
] as const;

const destinations = [aDestination()];
const members = someMembers(1);
const payer = { creditAccountId: 'credits' };
const keys = [anAdminKey(payer), aKey({ organizationId: ORGANIZATION, ...payer })];
const ledger = createMemoryCreditLedger({ credits: '1' });
const inference = { ledger };

for (const { id, method, path } of OPERATIONS) {
  const send = async (
    gateway: ReturnType<typeof anAdminGateway>,
    headers: Record<string, string>,
    given = {},
  ) => {
    const read = async () => new TextEncoder().encode('{"enabled":true}');
    const body = method === 'PATCH' ? ({ kind: 'bytes', read } as const) : undefined;
    const request = aRequest(path, { method, headers, ...(body && { body }), ...given });
    return toAnswer(await gateway.handle(request));
  };

  describe(id, () => {
    const gateway = anAdminGateway({ keys, destinations, members, inference });

    it('is a 200 for a management key', async () => {
      assert.equal((await send(gateway, bearer(ADMIN_KEY))).status, 200);
    });

    it('is a 401 without a key', async () => {
      const answer = await send(gateway, {});
      assert.equal(answer.status, 401);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.deepEqual(envelopeOf(answer), {
        error: { code: 401, message: 'Missing authentication header' },
      });
    });

    it('is a 401 for a key that is not known', async () => {
      const answer = await send(gateway, bearer('mg-mgmt-v1-stranger'));
      assert.equal(answer.status, 401);
      assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
    });

    it('is a 401 without a key where the catalog is public', async () => {
      const open = anAdminGateway({ keys, destinations, members, publicCatalog: true });
      assert.equal((await send(open, {})).status, 401);
    });

    it('is a 403 for an inference key', async () => {
      const answer = await send(gateway, bearer(KEY_TEXT));
      assert.equal(answer.status, 403);
      const { error } = envelopeOf(answer);
      assert.equal(error.message, 'Only management keys can perform this operation');
    });

    it('admits an inference key when the option says so', async () => {
      const permissions: GatewayOptions['permissions'] = { [id]: 'any' };
      const open = anAdminGateway({ keys, destinations, members, inference, permissions });
      assert.equal((await send(open, bearer(KEY_TEXT))).status, 200);
    });

    it('is a 403 before its parameters are looked at and before its body is read', async () => {
      const read = () => assert.fail('the body was read');
      const given = { search: '?limit=0&date=0', body: { kind: 'bytes', read } };
      assert.equal((await send(gateway, bearer(KEY_TEXT), given)).status, 403);
    });

    it('is a 500 with the fixed text when its store fails', async () => {
      const reported: unknown[] = [];
      const broken = anAdminGateway({
        keys,
        destinations: { list: fail, get: fail, replace: fail },
        members: { list: fail },
        assignments: { list: fail },
        generations: { add: fail, find: fail, activity: fail },
        inference: { ledger: { ...ledger, totals: fail } },
        onError: (error) => void reported.push(error),
      });
      const answer = await send(broken, bearer(ADMIN_KEY));
      assert.equal(answer.status, 500);
      assert.deepEqual(envelopeOf(answer), {
        error: { code: 500, message: 'Internal server error' },
        user_id: 'user_1',
      });
      assert.match(String(reported[0]), /hunter2/);
    });

    it('is not handled with another method', async () => {
      const request = aRequest(path, { method: 'DELETE', headers: bearer(ADMIN_KEY) });
      assert.equal(await gateway.handle(request), undefined);
    });
  });
}
