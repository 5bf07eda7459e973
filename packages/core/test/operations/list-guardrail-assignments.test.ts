import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GuardrailAssignment } from '@model-gateway/core';
import {
  anAdminGateway,
  anAdminKey,
  anAssignment,
  listingOf,
  read,
  uuid,
  type GivenAdmin,
} from '../admin-builders.ts';

/* GET /guardrails/assignments/members. Source: contract §8.10, §6. */

const PATH = '/guardrails/assignments/members';

async function list(given: GivenAdmin) {
  return listingOf<GuardrailAssignment>(await read(anAdminGateway(given), PATH));
}

describe('GET /guardrails/assignments/members', () => {
  it('answers with assignments as they are stored', async () => {
    const assignment = anAssignment(1);
    assert.deepEqual(await list({ assignments: [assignment] }), {
      data: [assignment],
      total_count: 1,
    });
  });

  it('is oldest first, and by id where the moment is the same', async () => {
    const created_at = '2026-02-01T00:00:00.000Z';
    const assignments = [
      anAssignment(3, { created_at }),
      anAssignment(1, { created_at: '2026-03-01T00:00:00.000Z' }),
      anAssignment(2, { created_at }),
      anAssignment(4, { created_at: '2026-01-01T00:00:00.000Z' }),
    ];
    const { data } = await list({ assignments });
    assert.deepEqual(
      data.map(({ id }) => id),
      [4, 2, 3, 1].map(uuid),
    );
  });

  it('lists nothing of another organization', async () => {
    const assignments = [anAssignment(1), anAssignment(2, { organization_id: 'org_2' })];
    assert.deepEqual(
      (await list({ assignments })).data.map(({ id }) => id),
      [uuid(1)],
    );
  });

  it('is empty for a key without an organization, and does not ask the store', async () => {
    const keys = [anAdminKey({ organizationId: null })];
    const assignments = { list: () => assert.fail('the store was asked') };
    assert.deepEqual(await list({ assignments, keys }), { data: [], total_count: 0 });
  });

  it('is empty for an organization that is not known', async () => {
    const keys = [anAdminKey({ organizationId: 'org_none' })];
    const found = await list({ assignments: [anAssignment(1)], keys });
    assert.deepEqual(found, { data: [], total_count: 0 });
  });
});
