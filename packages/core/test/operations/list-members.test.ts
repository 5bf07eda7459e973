import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Member } from '@model-gateway/core';
import { envelopeOf } from '../builders.ts';
import {
  ORGANIZATION,
  aMember,
  anAdminGateway,
  anAdminKey,
  listingOf,
  read,
  someMembers,
  type GivenAdmin,
} from '../admin-builders.ts';

/* GET /organization/members. Source: contract §8.9, §6. */

const PATH = '/organization/members';

async function list(given: GivenAdmin) {
  return listingOf<Member>(await read(anAdminGateway(given), PATH));
}

describe('GET /organization/members', () => {
  it('answers with members as they are stored, whatever their role', async () => {
    const roles = ['member', 'admin', 'billing', ''];
    const stored = roles.map((role, i) => aMember(i, { role, first_name: 'Žofie 🌿' }));
    const members = stored.map((member) => ({ organizationId: ORGANIZATION, member }));
    assert.deepEqual(await list({ members }), { data: stored, total_count: 4 });
  });

  it('is oldest first', async () => {
    const members = [3, 1, 2].map((n) => ({ organizationId: ORGANIZATION, member: aMember(n) }));
    const { data } = await list({ members });
    assert.deepEqual(
      data.map(({ id }) => id),
      ['user_3', 'user_1', 'user_2'],
    );
  });

  it('lists no members of another organization', async () => {
    const members = [...someMembers(2), ...someMembers(3, 'org_2')];
    assert.equal((await list({ members })).total_count, 2);
    const keys = [anAdminKey({ organizationId: 'org_2' })];
    assert.equal((await list({ members, keys })).total_count, 3);
  });

  for (const [whose, organizationId] of [
    ['a key without an organization', null],
    ['an organization that does not exist', 'org_none'],
    ['an organization named like a property', 'constructor'],
  ] as const) {
    it(`is a 404 for ${whose}`, async () => {
      const keys = [anAdminKey({ organizationId })];
      const answer = await read(anAdminGateway({ members: someMembers(2), keys }), PATH);
      assert.deepEqual(envelopeOf(answer), {
        error: { code: 404, message: 'Resource not found' },
        user_id: 'user_1',
      });
    });
  }

  it('does not ask the store for a key without an organization', async () => {
    const keys = [anAdminKey({ organizationId: null })];
    const members = { list: () => assert.fail('the store was asked') };
    assert.equal((await read(anAdminGateway({ members, keys }), PATH)).status, 404);
  });

  it('is an empty list for an organization that the store knows to be empty', async () => {
    const members = { list: async () => ({ items: [], totalCount: 0 }) };
    assert.deepEqual(await list({ members }), { data: [], total_count: 0 });
  });
});
