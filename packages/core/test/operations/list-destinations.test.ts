import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { DestinationSchema, type Destination } from '@model-gateway/core';
import {
  CONFIGS,
  KNOWN_KINDS,
  OTHER_WORKSPACE,
  WORKSPACE,
  aDestination,
  aDestinationOf,
  anAdminGateway,
  anAdminKey,
  issuesOf,
  listingOf,
  owned,
  read,
  uuid,
  type GivenAdmin,
} from '../admin-builders.ts';

/* GET /observability/destinations. Source: contract §8.8, §5. */

const PATH = '/observability/destinations';

async function list(given: GivenAdmin, search = '') {
  return listingOf<Destination>(await read(anAdminGateway(given), PATH + search));
}

const idsOf = ({ data }: { data: readonly Destination[] }) => data.map(({ id }) => id);

describe('GET /observability/destinations', () => {
  it('answers with the members of the specification', async () => {
    const filter_rules: Destination['filter_rules'] = {
      enabled: true,
      groups: [{ logic: 'or', rules: [{ field: 'model', operator: 'contains', value: 'acme' }] }],
    };
    const destination = aDestination({
      name: 'Spuren 🐾',
      sampling_rate: 0.0001,
      privacy_mode: true,
      enabled: false,
      api_key_hashes: ['0'.repeat(64)],
      filter_rules,
    });
    const { data, total_count } = await list({ destinations: [destination] });
    assert.equal(total_count, 1);
    const config = {
      publicKey: 'pk-l...et-1',
      secretKey: 'sk-l...et-2',
      baseUrl: 'https://langfuse.example',
    };
    assert.deepEqual(data, [{ ...destination, config }]);
  });

  it('answers with destinations of every kind in the shape of the specification', async () => {
    const destinations = KNOWN_KINDS.map((type, i) => aDestinationOf(type, { id: uuid(i + 1) }));
    const { data } = await list({ destinations });
    assert.equal(data.length, KNOWN_KINDS.length);
    for (const destination of data) v.parse(v.strictObject(DestinationSchema.entries), destination);
  });

  it('is newest first, and by id where the moment is the same', async () => {
    const at = (id: number, created_at: string) => aDestination({ id: uuid(id), created_at });
    const destinations = [
      at(1, '2026-01-01T00:00:00.000Z'),
      at(2, '2026-03-01T00:00:00.000Z'),
      at(4, '2026-02-01T00:00:00.000Z'),
      at(3, '2026-02-01T00:00:00.000Z'),
    ];
    assert.deepEqual(idsOf(await list({ destinations })), [2, 4, 3, 1].map(uuid));
  });

  it('is empty when the workspace has no destinations', async () => {
    assert.deepEqual(await list({}), { data: [], total_count: 0 });
  });
});

describe('workspaces and accounts', () => {
  const destinations = [
    aDestination({ id: uuid(1) }),
    aDestination({ id: uuid(2), workspace_id: OTHER_WORKSPACE }),
    owned(aDestination({ id: uuid(3) }), 'org_2'),
    owned(aDestination({ id: uuid(4), workspace_id: uuid(9) }), 'org_2'),
    owned(aDestination({ id: uuid(5) }), 'user_1'),
  ];

  it('lists the default workspace of the key', async () => {
    assert.deepEqual(await list({ destinations }).then(idsOf), [uuid(1)]);
    const keys = [anAdminKey({ workspaceId: OTHER_WORKSPACE })];
    assert.deepEqual(await list({ destinations, keys }).then(idsOf), [uuid(2)]);
  });

  it('lists another workspace of the account', async () => {
    const found = await list({ destinations }, `?workspace_id=${OTHER_WORKSPACE}`);
    assert.deepEqual(idsOf(found), [uuid(2)]);
    assert.equal(found.total_count, 1);
  });

  it('does not list another account’s records in a workspace of the same id', async () => {
    const found = await list({ destinations }, `?workspace_id=${WORKSPACE}`);
    assert.deepEqual(idsOf(found), [uuid(1)]);
  });

  for (const [whose, id] of [
    ['another account’s workspace', uuid(9)],
    ['a workspace that does not exist', uuid(77)],
  ] as const) {
    it(`is empty for ${whose}`, async () => {
      const found = await list({ destinations }, `?workspace_id=${id}`);
      assert.deepEqual(found, { data: [], total_count: 0 });
    });
  }

  it('is the user’s for a key without an organization', async () => {
    const keys = [anAdminKey({ organizationId: null })];
    assert.deepEqual(await list({ destinations, keys }).then(idsOf), [uuid(5)]);
  });

  it('is the organization’s, not the user’s, for a key with one', async () => {
    const keys = [anAdminKey({ organizationId: 'org_2' })];
    assert.deepEqual(await list({ destinations, keys }).then(idsOf), [uuid(3)]);
  });

  for (const bad of ['', 'null', 'default', '1', `${WORKSPACE}0`, ` ${WORKSPACE}`]) {
    it(`refuses workspace_id=${JSON.stringify(bad)}`, async () => {
      const search = `?${new URLSearchParams({ workspace_id: bad })}`;
      const [issue] = issuesOf(await read(anAdminGateway({ destinations }), PATH + search));
      assert.deepEqual(issue, {
        path: 'workspace_id',
        message: `workspace_id must be a UUID, got ${bad === '1' ? bad : JSON.stringify(bad)}`,
      });
    });
  }
});

describe('secrets in a list', () => {
  for (const type of KNOWN_KINDS) {
    it(`are masked: ${type}`, async () => {
      const stored = aDestinationOf(type);
      const answer = await read(anAdminGateway({ destinations: [stored] }), PATH);
      assert.doesNotMatch(answer.text, /secret-?\d/);
      const [{ config } = aDestination()] = listingOf<Destination>(answer).data;
      assert.deepEqual(Object.keys(config), [...Object.keys(CONFIGS[type]), 'headers']);
      assert.deepEqual(config['headers'], { 'X-Tenant': 'head...t-20', authorization: '...' });
    });
  }

  it('are masked by the end of their names where the kind is unknown', async () => {
    const config = {
      apiKey: 'abcdefghijkl',
      api_key: 'abcdefghijkl',
      KEY: 'abcdefghijkl',
      accessToken: 'abcdefghijk',
      clientSecret: 'äöüß-1234-😀😀😀😀',
      dbPassword: '',
      SENTRY_DSN: 'https://key@sentry.example/1',
      keyId: 'abcdefghijkl',
      token: ['abcdefghijkl'],
      secret: 42,
      password: null,
      isSecret: true,
      nested: { token: 'abcdefghijkl', list: [{ secret: 'abcdefghijkl', url: 'u' }] },
      headers: { authorization: 'Bearer abcdefghijkl' },
    };
    const { data } = await list({ destinations: [aDestination({ type: 'homemade', config })] });
    assert.deepEqual(data[0]?.config, {
      apiKey: 'abcd...ijkl',
      api_key: 'abcd...ijkl',
      KEY: 'abcd...ijkl',
      accessToken: '...',
      clientSecret: 'äöüß...😀😀😀😀',
      dbPassword: '...',
      SENTRY_DSN: 'http...le/1',
      keyId: 'abcdefghijkl',
      token: '...',
      secret: '...',
      password: null,
      isSecret: true,
      nested: { token: 'abcd...ijkl', list: [{ secret: 'abcd...ijkl', url: 'u' }] },
      headers: { authorization: 'Bear...ijkl' },
    });
  });

  for (const type of ['constructor', '__proto__', 'toString', '']) {
    it(`are masked for the kind ${JSON.stringify(type)}`, async () => {
      const config = { apiKey: 'abcdefghijkl', url: 'https://x.example' };
      const { data } = await list({ destinations: [aDestination({ type, config })] });
      assert.deepEqual(data[0]?.config, { apiKey: 'abcd...ijkl', url: 'https://x.example' });
    });
  }

  it('are masked where a known kind holds members that are not known', async () => {
    const config = { ...CONFIGS.langfuse, otherToken: 'abcdefghijkl' };
    const { data } = await list({ destinations: [aDestination({ config })] });
    assert.equal(data[0]?.config['otherToken'], 'abcd...ijkl');
  });
});
