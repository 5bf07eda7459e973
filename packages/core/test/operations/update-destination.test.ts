import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { DestinationSchema, type Destination } from '@model-gateway/core';
import { NOW, aRequest, bearer, envelopeOf, stored as asStored } from '../builders.ts';
import {
  ADMIN_KEY,
  aDestination,
  aDestinationStore,
  anAdminGateway,
  anAdminKey,
  issuesOf,
  oneDestination as given,
  owned,
  patch,
  updated,
  uuid,
} from '../admin-builders.ts';

/* PATCH /observability/destinations/{id}. Source: contract §5. */

const HASH = '0123456789abcdef'.repeat(4);
const RULES = {
  enabled: true,
  groups: [
    { logic: 'and', rules: [{ field: 'model', operator: 'equals', value: 'acme/paint-1' }] },
  ],
};
const MOVED = new Date(NOW).toISOString();

describe('a member of the body', () => {
  for (const [name, values] of [
    ['name', ['Renamed', '', 'Ж 🐾', 'x'.repeat(10_000)]],
    ['enabled', [false]],
    ['privacy_mode', [true]],
    ['sampling_rate', [0.0001, 0.5, 0.00011]],
    ['api_key_hashes', [[HASH], [HASH, 'f'.repeat(64)]]],
    ['filter_rules', [RULES, { enabled: false, groups: [] }]],
  ] as const) {
    for (const value of values) {
      it(`changes ${name} and nothing else: ${JSON.stringify(value).slice(0, 40)}`, async () => {
        const { gateway, destination, stored } = given();
        const answer = await patch(gateway, destination.id, { [name]: value });
        const expected = { ...destination, [name]: value, updated_at: MOVED };
        assert.deepEqual(await stored(), expected);
        v.parse(v.strictObject(DestinationSchema.entries), updated(answer));
        assert.deepEqual({ ...updated(answer), config: null }, { ...expected, config: null });
      });
    }
  }

  it('changes a config member and keeps the others', async () => {
    const { gateway, destination, stored } = given();
    const config = { baseUrl: 'https://eu.langfuse.example' };
    const answer = await patch(gateway, destination.id, { config });
    assert.deepEqual((await stored())?.config, { ...destination.config, ...config });
    assert.equal(updated(answer).config['baseUrl'], 'https://eu.langfuse.example');
  });

  it('changes a secret, which the answer masks', async () => {
    const { gateway, destination, stored } = given();
    const config = { secretKey: 'sk-lf-brand-new-secret' };
    const answer = await patch(gateway, destination.id, { config });
    assert.equal((await stored())?.config['secretKey'], 'sk-lf-brand-new-secret');
    assert.equal(updated(answer).config['secretKey'], 'sk-l...cret');
  });

  it('may stand with all others in one body', async () => {
    const { gateway, destination, stored } = given();
    const body = {
      name: 'All',
      enabled: false,
      privacy_mode: true,
      sampling_rate: 0.25,
      api_key_hashes: [HASH],
      filter_rules: RULES,
    };
    await patch(gateway, destination.id, { ...body, config: { baseUrl: 'http://localhost:3000' } });
    const config = { ...destination.config, baseUrl: 'http://localhost:3000' };
    assert.deepEqual(await stored(), { ...destination, ...body, config, updated_at: MOVED });
  });

  it('gets its default inside filter rules', async () => {
    const { gateway, destination, stored } = given();
    const rules = [{ field: 'output', operator: 'exists' }];
    await patch(gateway, destination.id, { filter_rules: { groups: [{ rules }] } });
    assert.deepEqual((await stored())?.filter_rules, {
      enabled: true,
      groups: [{ logic: 'and', rules }],
    });
  });

  it('is ignored when it is unknown', async () => {
    const { gateway, destination, stored } = given();
    const answer = await patch(gateway, destination.id, { regions: ['eu'], constructor: 1 });
    assert.equal(answer.status, 200);
    assert.deepEqual(await stored(), destination);
  });
});

describe('null', () => {
  for (const [name, before] of [
    ['api_key_hashes', [HASH]],
    ['filter_rules', RULES],
  ] as const) {
    it(`clears ${name}`, async () => {
      const { gateway, destination, stored } = given({ [name]: asStored(before) });
      await patch(gateway, destination.id, { [name]: null });
      assert.deepEqual(await stored(), { ...destination, [name]: null, updated_at: MOVED });
    });

    it(`is not what leaving out ${name} means`, async () => {
      const { gateway, destination, stored } = given({ [name]: asStored(before) });
      await patch(gateway, destination.id, { name: 'Renamed' });
      assert.deepEqual((await stored())?.[name], before);
    });
  }

  for (const name of ['name', 'enabled', 'privacy_mode', 'sampling_rate', 'config']) {
    it(`is a 400 for ${name}`, async () => {
      const { gateway, destination, stored } = given();
      const [issue] = issuesOf(await patch(gateway, destination.id, { [name]: null }));
      assert.equal(issue?.path, name);
      assert.match(issue.message, /got null$/);
      assert.deepEqual(await stored(), destination);
    });
  }

  for (const type of ['langfuse', 'homemade']) {
    it(`is a 400 for a config member of ${type}`, async () => {
      const { gateway, destination, stored } = given({ type });
      const [issue] = issuesOf(await patch(gateway, destination.id, { config: { baseUrl: null } }));
      assert.deepEqual(issue, {
        path: 'config.baseUrl',
        message: 'config.baseUrl must not be null; left out, it keeps its value',
      });
      assert.deepEqual(await stored(), destination);
    });
  }
});

describe('a body that changes nothing', () => {
  const { api_key_hashes, filter_rules } = { api_key_hashes: [HASH], filter_rules: RULES };
  const full = {
    api_key_hashes,
    filter_rules: asStored<Destination['filter_rules']>(filter_rules),
  };
  const same = aDestination(full);
  for (const [what, body] of [
    ['{}', {}],
    ['an empty config', { config: {} }],
    ['the values that are stored', { name: same.name, enabled: true, sampling_rate: 1, ...full }],
    ['the config that is stored', { config: same.config }],
    ['unknown members', { colour: 'red' }],
  ] as const) {
    it(`is a 200 that leaves the record, its updated_at and its version alone: ${what}`, async () => {
      const { gateway, destination, stored, version } = given(full);
      const before = await version();
      const answer = await patch(gateway, destination.id, body);
      assert.equal(updated(answer).updated_at, destination.updated_at);
      assert.deepEqual(await stored(), destination);
      assert.equal(await version(), before);
      assert.equal(answer.headers['etag'], `"${before}"`);
    });
  }
});

describe('a read-only member', () => {
  for (const name of ['id', 'type', 'workspace_id', 'created_at', 'updated_at'] as const) {
    for (const value of [aDestination()[name], null, 'other']) {
      it(`is a 400 that names it: ${name} = ${value}`, async () => {
        const { gateway, destination, stored } = given();
        const answer = await patch(gateway, destination.id, { name: 'Renamed', [name]: value });
        assert.deepEqual(issuesOf(answer), [
          { path: name, message: `${name} is read-only, so leave it out` },
        ]);
        assert.deepEqual(await stored(), destination);
      });
    }
  }
});

describe('a value that is not allowed', () => {
  for (const [name, values, allowed] of [
    ['name', [1, true, {}, ['a']], 'text'],
    ['enabled', [1, 'true', [], {}], 'true or false'],
    ['privacy_mode', [0, 'false'], 'true or false'],
    ['sampling_rate', [0, 0.00009, 1.0001, -1, '0.5', true], 'a number from 0.0001 to 1'],
    ['config', [[], ['a'], 'text', 1, true], 'an object'],
    ['filter_rules', [[], 'text', 1], 'an object'],
  ] as const) {
    for (const value of values) {
      it(`is a 400 that says what is: ${name} = ${JSON.stringify(value)}`, async () => {
        const { gateway, destination, stored } = given();
        const [issue] = issuesOf(await patch(gateway, destination.id, { [name]: value }));
        assert.equal(issue?.path, name);
        assert.ok(issue.message.startsWith(`${name} must be ${allowed}, got `), issue.message);
        assert.deepEqual(await stored(), destination);
      });
    }
  }

  for (const [what, value, path] of [
    ['an empty list', [], 'api_key_hashes'],
    ['no list', HASH, 'api_key_hashes'],
    ['no text', [7], 'api_key_hashes[0]'],
    ['too short', [HASH, HASH.slice(1)], 'api_key_hashes[1]'],
    ['upper case', [HASH.toUpperCase()], 'api_key_hashes[0]'],
    ['a key', ['mg-v1-secret'], 'api_key_hashes[0]'],
    ['null', [null], 'api_key_hashes[0]'],
  ] as const) {
    it(`is a 400 that names the place and not the value: api_key_hashes, ${what}`, async () => {
      const { gateway, destination, stored } = given();
      const answer = await patch(gateway, destination.id, { api_key_hashes: value });
      assert.equal(issuesOf(answer)[0]?.path, path);
      assert.doesNotMatch(answer.text, /mg-v1-secret|0123456789abcdef/i);
      assert.deepEqual(await stored(), destination);
    });
  }

  it('is found everywhere at once', async () => {
    const { gateway, destination } = given();
    const body = { enabled: 1, type: 'webhook', sampling_rate: 2, filter_rules: { groups: {} } };
    const found = issuesOf(await patch(gateway, destination.id, body)).map(({ path }) => path);
    assert.deepEqual(found.toSorted(), ['enabled', 'filter_rules.groups', 'sampling_rate', 'type']);
  });
});

describe('the body', () => {
  for (const [what, text] of [
    ['no JSON', '{"name":'],
    ['a list', '[]'],
    ['a list with a destination', '[{"name":"x"}]'],
    ['text', '"name"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a member twice', '{"name":"a","name":"b"}'],
    ['a prototype in what is read', '{"config":{"__proto__":{"enabled":false}}}'],
    ['a constructor among members of any name', '{"config":{"constructor":{"enabled":false}}}'],
    ['a NUL', '{"name":"a\\u0000"}'],
  ] as const) {
    it(`is a 400 when it is or holds ${what}`, async () => {
      const { gateway, destination, stored } = given();
      const issues = issuesOf(await patch(gateway, destination.id, text));
      assert.equal(issues.length, 1);
      assert.deepEqual(await stored(), destination);
    });
  }

  it('may be left out: nothing is changed', async () => {
    const { gateway, destination, stored } = given();
    for (const body of [
      { kind: 'none' },
      { kind: 'bytes', read: async () => new Uint8Array() },
    ] as const) {
      const response = await gateway.handle({
        ...aRequest(`/observability/destinations/${destination.id}`, { method: 'PATCH' }),
        headers: bearer(ADMIN_KEY),
        body,
      });
      assert.equal(response?.status, 200);
    }
    assert.deepEqual(await stored(), destination);
  });

  it('is a 413 past the limit', async () => {
    const destinations = [aDestination()];
    const gateway = anAdminGateway({ destinations, maxBodyBytes: 20 });
    assert.equal((await patch(gateway, uuid(1), { name: 'short' })).status, 200);
    const answer = await patch(gateway, uuid(1), { name: 'x'.repeat(100) });
    assert.equal(answer.status, 413);
    assert.equal(envelopeOf(answer).error.message, 'Request payload too large');
  });
});

describe('the id', () => {
  it('is compared without case', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-00000000000f';
    const gateway = anAdminGateway({ destinations: [aDestination({ id })] });
    const answer = await patch(gateway, id.toUpperCase(), { name: 'Renamed' });
    assert.equal(updated(answer).id, id);
  });

  it('is a 404 for an unknown destination', async () => {
    const { gateway } = given();
    assert.deepEqual(envelopeOf(await patch(gateway, uuid(404), {})), {
      error: { code: 404, message: 'Resource not found' },
      user_id: 'user_1',
    });
  });

  for (const [whose, accountId] of [
    ['another organization’s', 'org_2'],
    ['the user’s own, outside of the organization', 'user_1'],
  ] as const) {
    it(`is a 404 when it is ${whose}, whatever the body`, async () => {
      const destination = aDestination();
      const store = aDestinationStore([owned(destination, accountId)]);
      const gateway = anAdminGateway({ destinations: store });
      for (const body of [{}, { enabled: false }, { config: { nonsense: 1 } }]) {
        assert.equal((await patch(gateway, destination.id, body)).status, 404);
      }
      assert.deepEqual((await store.get(destination.id))?.item.destination, destination);
    });
  }

  it('may be of any workspace of the account', async () => {
    const { gateway, destination } = given({ workspace_id: uuid(55) });
    assert.equal((await patch(gateway, destination.id, { enabled: false })).status, 200);
  });

  it('is the user’s for a key without an organization', async () => {
    const destinations = [owned(aDestination(), 'user_1')];
    const gateway = anAdminGateway({ destinations, keys: [anAdminKey({ organizationId: null })] });
    assert.equal((await patch(gateway, uuid(1), { enabled: false })).status, 200);
  });

  for (const id of ['1', 'constructor', '__proto__', `${uuid(1)}0`, 'not-a-uuid', '%20']) {
    it(`is a 400 when it is not a UUID: ${id}`, async () => {
      const [issue] = issuesOf(await patch(given().gateway, id, {}));
      assert.equal(issue?.path, 'id');
      assert.match(issue.message, /^id must be a UUID, got /);
    });
  }

  it('is a 400 when an escape in it is malformed', async () => {
    const [issue] = issuesOf(await patch(given().gateway, '%zz', {}));
    assert.equal(issue?.path, 'id');
  });
});
