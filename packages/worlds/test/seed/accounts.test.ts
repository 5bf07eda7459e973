import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faker } from '@faker-js/faker/locale/en';
import {
  DESTINATION_KINDS,
  DestinationSchema,
  GuardrailAssignmentSchema,
  MemberSchema,
  type ConfigMember,
} from '@model-gateway/core';
import { loadGoldenWorld, type WorldAccounts } from '@model-gateway/worlds';
import fc from 'fast-check';
import { filterRulesOf } from '../../src/seed/accounts/filter-rules.ts';
import { GENERATED_KINDS as KINDS } from '../../src/seed/accounts/generated-kinds.ts';
import { membersOf } from '../../src/seed/accounts/member.ts';
import { createDraws } from '../../src/seed/draws/draws.ts';
import { generateAccounts } from './generated.ts';

/* What belongs to accounts in the worlds of the mock. */

const REFERENCE = Date.UTC(2026, 10, 1);

const worlds: readonly (readonly [string, () => Promise<WorldAccounts> | WorldAccounts])[] = [
  ['the golden world', loadGoldenWorld],
  ['seed 0', () => generateAccounts(0)],
  ['seed 7', () => generateAccounts(7)],
  ['the largest seed', () => generateAccounts(2 ** 32 - 1)],
];

for (const [name, load] of worlds) {
  describe(`accounts of ${name}`, async () => {
    const { destinations, members, assignments } = await load();

    it('have records of the shapes of the specification', () => {
      for (const { destination, accountId } of destinations) {
        hasShape(DestinationSchema, destination);
        assert.equal(accountId, 'org_mock');
      }
      for (const { member, organizationId } of members) {
        hasShape(MemberSchema, member);
        assert.equal(organizationId, 'org_mock');
      }
      for (const assignment of assignments) {
        hasShape(GuardrailAssignmentSchema, assignment);
      }
    });

    it('have a destination of each generated kind in the first workspace, of every other one in the second', () => {
      const kindsIn = (workspace: string) =>
        destinations
          .filter(({ destination }) => destination.workspace_id.endsWith(workspace))
          .map(({ destination }) => destination.type);
      assert.deepEqual(kindsIn('0001'), KINDS);
      const everyOther = KINDS.filter((_, index) => index % 2 === 0);
      assert.deepEqual(kindsIn('0002'), everyOther);
      assert.equal(destinations.length, KINDS.length + everyOther.length);
    });

    it('have destinations that people named in different ways', () => {
      const named = destinations.map(({ destination: { name, type } }) =>
        name
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, '')
          .replace(type.replaceAll('-', ''), ''),
      );
      assert.ok(new Set(named).size >= 6, [...new Set(named)].join());
    });

    it('have destinations that keep what their names promise', () => {
      for (const { destination } of destinations) {
        const { name, enabled, sampling_rate: rate } = destination;
        if (/prod/i.test(name)) assert.ok(enabled && rate >= 0.2, name);
        if (name.startsWith('Audit')) assert.ok(enabled && rate === 1, name);
      }
    });

    it('have destinations with projects of their own, and a tenant only where Grafana’s header is read', () => {
      const projects = destinations.flatMap(
        ({ destination }) => destination.config['projectId'] ?? [],
      );
      assert.equal(new Set(projects).size, projects.length);
      for (const { destination } of destinations) {
        const { type, config } = destination;
        const headers = Object.keys(config['headers'] ?? {});
        const isRead = type === 'grafana' || type === 'otel-collector';
        assert.ok(isRead || !headers.includes('X-Scope-OrgID'), type);
        if (type === 's3' && typeof config['endpoint'] === 'string')
          assert.doesNotMatch(config['endpoint'], /\.example\//);
      }
    });

    it('have configs with what their kind requires and nothing that it does not know', () => {
      const known = new Map(Object.entries<Record<string, ConfigMember>>(DESTINATION_KINDS));
      for (const { destination } of destinations) {
        const { type, config } = destination;
        const kind = known.get(type) ?? {};
        for (const [member, { required }] of Object.entries(kind)) {
          assert.ok(!required || typeof config[member] === 'string', `${type}.${member}`);
        }
        for (const member of Object.keys(config)) {
          assert.ok(member in kind || member === 'headers', `${type}.${member}`);
        }
      }
    });

    it('have 120 people, the oldest of them the owner of the keys', () => {
      assert.equal(members.length, 120);
      assert.equal(members[0]?.member.id, 'user_mock');
      assert.equal(members[0].member.role, 'admin');
      assert.equal(new Set(members.map(({ member }) => member.id)).size, 120);
      for (const { member } of members)
        assert.match(member.email, /^[a-z][a-z.-]*[a-z]\d*@quillfeather\.example$/);
      const admins = members.filter(({ member }) => member.role === 'admin').length;
      assert.ok(admins >= 2 && admins <= 24, `${admins} admins`);
    });

    it('have no name twice, and a service account or two among them', () => {
      const names = members.map(({ member }) => `${member.first_name} ${member.last_name}`);
      assert.equal(new Set(names).size, 120);
      const services = members.filter(({ member }) => member.email.startsWith('svc-'));
      assert.equal(services.length, 2);
      assert.ok(services.every(({ member }) => member.role === 'member'));
    });

    it('have an address of its own for every member, most of them the full name', () => {
      const addresses = members.map(({ member }) => member.email);
      assert.equal(new Set(addresses).size, 120);
      const full = addresses.filter((address) => /^[a-z]{2,}\.[a-z]+@/.test(address)).length;
      assert.ok(full >= 84 && full < 118, `${full} full names`);
    });

    it('have 60 assignments of a few guardrails to different people of the organization', () => {
      const people = new Set(members.map(({ member }) => member.id));
      assert.equal(assignments.length, 60);
      assert.equal(new Set(assignments.map(({ user_id }) => user_id)).size, 60);
      assert.ok(assignments.every(({ user_id }) => people.has(user_id)));
      assert.equal(new Set(assignments.map(({ guardrail_id }) => guardrail_id)).size, 4);
    });

    it('lie before the reference date, updates after creations', () => {
      for (const { destination } of destinations) {
        const [created, updated] = [destination.created_at, destination.updated_at].map(Date.parse);
        assert.ok((created ?? 0) <= (updated ?? 0) && (updated ?? 0) < REFERENCE);
      }
      for (const { created_at } of assignments) assert.ok(Date.parse(created_at) < REFERENCE);
    });

    it('hold no secret that looks like a real one', () => {
      for (const { destination } of destinations) {
        const kind = Object.entries<Record<string, ConfigMember>>(DESTINATION_KINDS);
        const members = kind.find(([type]) => type === destination.type)?.[1] ?? {};
        for (const [member, { secret }] of Object.entries(members)) {
          const value = destination.config[member];
          if (secret && typeof value === 'string') assert.match(value, /^(https:\/\/)?fake-/);
        }
      }
    });
  });
}

describe('generateAccounts', () => {
  it('gives the same for the same seed and something else for another', () => {
    assert.deepEqual(generateAccounts(3), generateAccounts(3));
    assert.notDeepEqual(generateAccounts(3), generateAccounts(4));
  });

  it('shares nothing between records that a caller may change', () => {
    const { destinations } = generateAccounts(3);
    const rules = destinations.flatMap(({ destination }) => destination.filter_rules ?? []);
    assert.equal(new Set(rules).size, rules.length);
    assert.ok(rules.length > 1);
  });
});

describe('membersOf', () => {
  it('gives no address and no id twice, for any seed and up to 2,000 members', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 1, max: 2000 }),
        (seed, count) => {
          const members = membersOf(count, createDraws(seed, faker));
          assert.equal(new Set(members.map(({ email }) => email)).size, count);
          assert.equal(new Set(members.map(({ id }) => id)).size, count);
        },
      ),
      { numRuns: 12, seed: 19, examples: [[0, 2000]] },
    );
  });

  it('repeats no word as first and last name', () => {
    for (const { first_name, last_name } of membersOf(2000, createDraws(1, faker))) {
      assert.notEqual(first_name, last_name);
    }
  });

  it('gives a larger organization the same first members', () => {
    const members = membersOf(500, createDraws(7, faker));
    assert.deepEqual(members.slice(0, 120), membersOf(120, createDraws(7, faker)));
  });
});

describe('filterRulesOf', () => {
  it('uses every field, and is valid for every seed', () => {
    const draws = createDraws(5, faker);
    const all = Array.from({ length: 400 }, (_, index) =>
      filterRulesOf(draws('destination', index)),
    );
    const rules = all.flatMap(({ groups }) => groups.flatMap((group) => group.rules));
    assert.equal(new Set(rules.map(({ field }) => field)).size, 12);
    assert.ok(all.every(({ groups }) => groups.every((group) => group.rules.length > 0)));
    assert.ok(new Set(all.map((each) => JSON.stringify(each))).size > 300);
  });
});

interface Schema {
  readonly '~standard': { readonly validate: (value: unknown) => object };
}

/** Unknown members are left out of what a schema gives back, so it must be what went in. */
function hasShape(schema: Schema, value: unknown): void {
  const result = schema['~standard'].validate(value);
  assert.deepEqual('value' in result && result.value, value);
}
