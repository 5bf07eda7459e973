import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Destination } from '@model-gateway/core';
import { stored } from './builders.ts';
import {
  ORGANIZATION,
  aDestination,
  aMember,
  anAdminGateway,
  anAssignment,
  listingOf,
  patch,
  read,
  updated,
  uuid,
} from './admin-builders.ts';

/* The public look-alike's names in administrative answers. Source: contract §7. */

const ROLES = ['member', 'admin', 'billing', 'org:member', 'constructor'];
const given = {
  destinations: [aDestination()],
  members: ROLES.map((role, i) => ({ organizationId: ORGANIZATION, member: aMember(i, { role }) })),
  assignments: [anAssignment(1)],
};
const own = anAdminGateway(given);
const lookAlike = anAdminGateway({ ...given, dialect: 'openrouter' });

async function recordsOf(gateway: typeof own, path: string) {
  return listingOf<Record<string, unknown>>(await read(gateway, path)).data;
}

const THEIRS = {
  broadcast_generation_cost: true,
  broadcast_generation_identity: true,
  broadcast_generation_request_context: true,
  regions: ['global'],
};

describe('dialect openrouter', () => {
  it('puts org: before the roles that it knows', async () => {
    const records = await recordsOf(lookAlike, '/organization/members');
    const roles = records.map(({ role }) => role);
    assert.deepEqual(roles, ['org:member', 'org:admin', 'billing', 'org:member', 'constructor']);
  });

  it('changes nothing else of a member', async () => {
    const [first] = await recordsOf(lookAlike, '/organization/members');
    assert.deepEqual(first, aMember(0, { role: 'org:member' }));
  });

  it('gives destinations the members that its clients require, in lists and updates', async () => {
    const [ours] = await recordsOf(own, '/observability/destinations');
    const [theirs] = await recordsOf(lookAlike, '/observability/destinations');
    assert.deepEqual(theirs, { ...ours, ...THEIRS });
    assert.deepEqual(updated(await patch(lookAlike, uuid(1), {})), { ...ours, ...THEIRS });
  });

  it('writes yes and no in filter rules as text', async () => {
    const rules = (value: unknown) => ({
      enabled: true,
      groups: [
        {
          logic: 'and',
          rules: [
            { field: 'output', operator: 'equals', value },
            { field: 'total_cost', operator: 'gt', value: 1 },
          ],
        },
      ],
    });
    const filter_rules = stored<Destination['filter_rules']>(rules(true));
    const gateway = anAdminGateway({
      destinations: [aDestination({ filter_rules })],
      dialect: 'openrouter',
    });
    const [destination] = await recordsOf(gateway, '/observability/destinations');
    assert.deepEqual(destination?.['filter_rules'], rules('true'));
  });

  it('leaves assignments as they are', async () => {
    const records = await recordsOf(lookAlike, '/guardrails/assignments/members');
    assert.deepEqual(records, [anAssignment(1)]);
  });

  it('leaves errors as they are', async () => {
    const [ours, theirs] = await Promise.all(
      [own, lookAlike].map((gateway) => patch(gateway, uuid(404), {})),
    );
    assert.equal(theirs?.text, ours?.text);
  });
});

describe('the gateway’s own dialect', () => {
  it('answers with the roles as they are stored', async () => {
    const roles = (await recordsOf(own, '/organization/members')).map(({ role }) => role);
    assert.deepEqual(roles, ROLES);
  });

  it('adds nothing to a destination', async () => {
    const [destination = {}] = await recordsOf(own, '/observability/destinations');
    assert.deepEqual(Object.keys(destination), Object.keys(aDestination()));
  });
});
