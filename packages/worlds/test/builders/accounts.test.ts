import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DESTINATION_KINDS,
  DestinationSchema,
  GuardrailAssignmentSchema,
  hashKey,
  MemberSchema,
} from '@model-gateway/core';
import { assignment, destination, member } from '@model-gateway/worlds';
import fc from 'fast-check';
import * as v from 'valibot';

/** Input that the types refuse, as JavaScript and JSON may pass it. */
// oxlint-disable-next-line typescript/no-explicit-any
const untyped = (spec: unknown): any => spec;

describe('member()', () => {
  it('builds a member from an id, in the organization of the keys', () => {
    const { organizationId, member: built } = member({ id: 'user_ada', first_name: 'Ada' });
    assert.equal(organizationId, 'org_mock');
    assert.equal(built.role, 'member');
    assert.match(built.email, /^ada\.[a-z]+@quillfeather\.example$/);
    assert.deepEqual(member({ id: 'user_ada' }), member({ id: 'user_ada' }));
  });

  it('puts a member into another organization', () => {
    assert.equal(member({ id: 'user_ada', organization: 'org_other' }).organizationId, 'org_other');
  });

  it('refuses invalid members', () => {
    assert.throws(
      () => member(untyped({})),
      /^Error: member\(\): id is required and must be text \[GW1701\]$/,
    );
    assert.throws(
      () => member(untyped({ id: 'user_ada', firstname: 'Ada' })),
      /member\("user_ada"\): firstname is unknown; did you mean "first_name"\? \[GW1701\]$/,
    );
    assert.throws(() => member(untyped({ id: 'u', role: 7 })), /role must be text, got 7/);
  });

  it('builds members that the schema accepts', () => {
    const spec = fc.record({ id: fc.string(), first_name: fc.string(), last_name: fc.string() });
    fc.assert(
      fc.property(spec, (each) => v.is(MemberSchema, member(each).member)),
      { seed: 7 },
    );
  });
});

describe('destination()', () => {
  for (const type of Object.keys(DESTINATION_KINDS)) {
    it(`builds a ${type} destination with its required config`, () => {
      const { destination: built } = destination({ type });
      assert.ok(v.is(DestinationSchema, built));
      assert.equal(built.type, type);
      assert.equal(built.name, `Test ${type}`);
    });
  }

  it('derives the id from type and name', () => {
    const id = (name: string) => destination({ type: 'webhook', name }).destination.id;
    assert.equal(id('one'), id('one'));
    assert.notEqual(id('one'), id('two'));
  });

  it('merges the config over what the kind requires', () => {
    const { config } = destination({
      type: 'langfuse',
      config: { secretKey: 'fake-secret', baseUrl: 'https://traces.example' },
    }).destination;
    assert.deepEqual(config, {
      publicKey: 'fake-publicKey-for-tests',
      secretKey: 'fake-secret',
      baseUrl: 'https://traces.example',
    });
  });

  it('accepts every member of the wire', () => {
    const given = {
      enabled: false,
      privacy_mode: true,
      sampling_rate: 0.25,
      api_key_hashes: [hashKey('a key')],
      filter_rules: {
        enabled: true,
        groups: [
          { logic: 'and', rules: [{ field: 'model', operator: 'contains', value: 'acme' }] },
        ],
      },
      created_at: '2026-01-02T03:04:05.000Z',
    } as const;
    const { destination: built } = destination(given);
    assert.deepEqual({ ...built, ...given }, built);
    assert.equal(built.updated_at, given.created_at);
  });

  it('accepts any config for a kind of your own', () => {
    const { config } = destination({ type: 'acme-lake', config: { shelf: 3 } }).destination;
    assert.deepEqual(config, { shelf: 3 });
  });

  for (const [spec, message] of [
    [{ type: 'webhok' }, /unknown type "webhok": expected one of .*; did you mean "webhook"\?/],
    [{ type: 'langfuse', config: { url: 'x' } }, /config\.url is not a member for langfuse/],
    [{ config: { url: 'nowhere' } }, /config\.url must be an http or https URL/],
    [{ sampling_rate: 2 }, /sampling_rate must be a number from 0\.0001 to 1, got 2/],
    [{ enabld: true }, /enabld is unknown; did you mean "enabled"\?/],
    [{ id: 'mine' }, /id must be a UUID, got "mine"/],
  ] as const) {
    it(`refuses ${JSON.stringify(spec)}`, () => {
      assert.throws(() => destination(untyped(spec)), message);
      assert.throws(() => destination(untyped(spec)), { code: 'GW1701' });
    });
  }
});

describe('assignment()', () => {
  it('is assigned to the owner of the keys by default', () => {
    const ada = member({ id: 'user_ada' });
    assert.equal(assignment().user_id, 'user_mock');
    assert.equal(assignment({ user: ada }).user_id, 'user_ada');
    assert.equal(assignment({ user: 'user_bo' }).user_id, 'user_bo');
    assert.equal(assignment({ user_id: 'user_cy' }).user_id, 'user_cy');
  });

  it('derives ids from guardrail and user', () => {
    const [one, other] = ['user_ada', 'user_bo'].map((user) =>
      assignment({ guardrail: 'no-secrets', user }),
    );
    assert.ok(v.is(GuardrailAssignmentSchema, one));
    assert.equal(one?.guardrail_id, other?.guardrail_id);
    assert.notEqual(one?.id, other?.id);
  });

  it('refuses an unknown name', () => {
    assert.throws(
      () => assignment(untyped({ guardral: 'no-secrets' })),
      /assignment\(\): guardral is unknown; did you mean "guardrail"\? \[GW1701\]$/,
    );
  });
});
