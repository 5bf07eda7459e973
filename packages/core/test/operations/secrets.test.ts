import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DESTINATION_KINDS, type Destination } from '@model-gateway/core';
import {
  KNOWN_KINDS,
  aDestination,
  aDestinationOf,
  aDestinationStore,
  anAdminGateway,
  listingOf,
  patch,
  read,
  updated,
  uuid,
  type KnownKind,
} from '../admin-builders.ts';

/* Secrets go in and never come out. Source: contract §8.8, §5.1, §5.2. */

const PATH = '/observability/destinations';

function given(destination: Destination) {
  const store = aDestinationStore([destination]);
  const gateway = anAdminGateway({ destinations: store });
  return {
    gateway,
    stored: async () => (await store.get(destination.id))?.item.destination,
    /** The config as a client sees it. */
    async shown() {
      const [found = destination] = listingOf<Destination>(await read(gateway, PATH)).data;
      return found.config;
    },
  };
}

function secretsOf(type: KnownKind): string[] {
  return Object.entries(DESTINATION_KINDS[type]).flatMap(([name, { secret }]) =>
    secret ? [name] : [],
  );
}

describe('what a client was shown', () => {
  for (const type of KNOWN_KINDS) {
    it(`changes nothing when it is sent back whole: ${type}`, async () => {
      const destination = aDestinationOf(type);
      const { gateway, stored, shown } = given(destination);
      const answer = await patch(gateway, destination.id, { config: await shown() });
      assert.equal(updated(answer).updated_at, destination.updated_at);
      assert.deepEqual(await stored(), destination);
    });

    it(`keeps every secret when something else changes: ${type}`, async () => {
      const destination = aDestinationOf(type);
      const { gateway, stored, shown } = given(destination);
      const config = await shown();
      const headers = { ...destination.config['headers']!, authorization: '...', 'x-new': 'new' };
      const body = { name: 'Renamed', config: { ...config, headers } };
      assert.equal((await patch(gateway, destination.id, body)).status, 200);
      assert.deepEqual((await stored())?.config, {
        ...destination.config,
        headers: { ...destination.config['headers']!, 'x-new': 'new' },
      });
    });

    for (const name of secretsOf(type)) {
      it(`keeps ${type}’s ${name} when only it is sent back, and any other mask`, async () => {
        const destination = aDestinationOf(type);
        const { gateway, stored, shown } = given(destination);
        for (const mask of [(await shown())[name], '...', 'abcd...wxyz', '😀😀😀😀...模模模模']) {
          await patch(gateway, destination.id, { config: { [name]: mask } });
        }
        assert.deepEqual(await stored(), destination);
      });
    }
  }

  it('changes nothing for an unknown kind, whatever its config', async () => {
    const config = {
      apiKey: 'abcdefghijkl',
      token: ['a', 'b'],
      secret: 42,
      targets: [
        { url: 'https://a.example', token: 'token-of-target-a' },
        { url: 'https://b.example', token: 'token-of-target-b' },
      ],
      deep: { er: { password: 'abcdefghijkl', user: 'me' } },
      headers: { authorization: 'Bearer abcdefghijkl', short: 'x' },
    };
    const destination = aDestination({ type: 'homemade', config });
    const { gateway, stored, shown } = given(destination);
    await patch(gateway, destination.id, { config: await shown() });
    assert.deepEqual(await stored(), destination);
  });
});

describe('a secret behind a mask', () => {
  const targets = [
    { url: 'https://a.example', token: 'aaaa-token-of-a-zzzz' },
    { url: 'https://b.example', token: 'bbbb-token-of-b-zzzz' },
  ];

  it('stays when the address changes, masked or left out: contract §5 keeps both', async () => {
    const baseUrl = 'https://eu.langfuse.example';
    for (const withMasks of [true, false]) {
      const destination = aDestinationOf('langfuse');
      const { gateway, stored, shown } = given(destination);
      const config = { ...(withMasks ? await shown() : {}), baseUrl };
      assert.equal((await patch(gateway, destination.id, { config })).status, 200);
      assert.deepEqual((await stored())?.config, { ...destination.config, baseUrl });
    }
  });

  it('does not move to another item of a list when one in front of it is removed', async () => {
    const destination = aDestination({ type: 'homemade', config: { targets } });
    const { gateway, stored, shown } = given(destination);
    const { targets: seen } = await shown();
    await patch(gateway, destination.id, {
      config: { targets: Array.from(seen as object[]).slice(1) },
    });
    assert.deepEqual((await stored())?.config, { targets: targets.slice(1) });
  });

  it('is dropped where its item was changed, rather than sent to another address', async () => {
    const destination = aDestination({ type: 'homemade', config: { targets } });
    const { gateway, stored } = given(destination);
    const moved = [{ url: 'https://c.example', token: 'aaaa...zzzz' }];
    await patch(gateway, destination.id, { config: { targets: moved } });
    assert.deepEqual((await stored())?.config, { targets: [{ url: 'https://c.example' }] });
  });

  it('is found whatever the case of its header’s name', async () => {
    const destination = aDestinationOf('webhook');
    const { gateway, stored } = given(destination);
    const headers = { 'x-tenant': 'head...t-20', AUTHORIZATION: '...' };
    await patch(gateway, destination.id, { config: { headers } });
    const expected = { 'x-tenant': 'header-secret-20', AUTHORIZATION: 'short' };
    assert.deepEqual((await stored())?.config['headers'], expected);
  });

  it('is not there for a header that was not stored', async () => {
    const destination = aDestinationOf('webhook');
    const { gateway, stored } = given(destination);
    const headers = { 'X-Tenant': 'head...t-20', 'x-other': 'abcd...wxyz' };
    await patch(gateway, destination.id, { config: { headers } });
    assert.deepEqual((await stored())?.config['headers'], { 'X-Tenant': 'header-secret-20' });
  });

  it('does not make up for a required member that was never stored', async () => {
    const { gateway } = given(aDestination({ config: {} }));
    const config = { publicKey: 'pk-l...et-1', secretKey: 'sk-lf-secret-2' };
    const answer = await patch(gateway, uuid(1), { config });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /config\.publicKey is required/);
  });

  it('is only looked for in members that are secret', async () => {
    const { gateway, stored } = given(aDestinationOf('langsmith'));
    await patch(gateway, uuid(1), { config: { project: '...', workspaceId: 'abcd...wxyz' } });
    const { project, workspaceId } = (await stored())?.config ?? {};
    assert.deepEqual({ project, workspaceId }, { project: '...', workspaceId: 'abcd...wxyz' });
  });
});

describe('no answer holds a secret that a request held', () => {
  // Neither the beginning nor the end, which a mask shows, is part of what is looked for.
  const CANARY = 'head-CANARY-4f7a19-tail';
  const sayIt = /CANARY/;

  /** Each puts the canary somewhere in a request; some are right and some are wrong. */
  const BODIES: readonly [string, (name: string) => unknown][] = [
    ['as it should be', (name) => ({ config: { [name]: CANARY } })],
    ['beside a wrong member', (name) => ({ config: { [name]: CANARY, notKnownToken: CANARY } })],
    ['beside a wrong type', (name) => ({ enabled: 'no', config: { [name]: CANARY } })],
    ['beside a read-only member', (name) => ({ type: 'webhook', config: { [name]: CANARY } })],
    ['with a line break', (name) => ({ config: { [name]: `${CANARY}\n` } })],
    ['in a list', (name) => ({ config: { [name]: [CANARY] } })],
    ['in an object', (name) => ({ config: { [name]: { value: CANARY } } })],
    ['too long', (name) => ({ config: { [name]: CANARY.repeat(1000) } })],
    ['in a header', () => ({ config: { headers: { 'x-key': CANARY } } })],
    ['in a bad header', () => ({ config: { headers: { 'x-key': `${CANARY}\r\n` } } })],
    ['in a header list', () => ({ config: { headers: [CANARY] } })],
    ['as headers', () => ({ config: { headers: CANARY } })],
    ['as a header’s name', () => ({ config: { headers: { [`Bearer ${CANARY}`]: 'x' } } })],
    ['as config', () => ({ config: CANARY })],
    ['as a list of config', () => ({ config: [CANARY] })],
    ['as api_key_hashes', () => ({ api_key_hashes: CANARY })],
    ['in api_key_hashes', () => ({ api_key_hashes: [CANARY] })],
    ['in an object in api_key_hashes', () => ({ api_key_hashes: { [0]: CANARY } })],
    ['as a member that we do not know', () => ({ secretKey: CANARY })],
  ];

  for (const type of [...KNOWN_KINDS, 'homemade'] as const) {
    it(`${type}: PATCH and the list after it, in 200 and 400`, async () => {
      const names = type === 'homemade' ? ['apiKey', 'token', 'dsn'] : secretsOf(type);
      const destination = type === 'homemade' ? aDestination({ type }) : aDestinationOf(type);
      const statuses = new Set<number>();
      for (const [what, body] of BODIES) {
        for (const name of [...names, 'headers']) {
          const reported: unknown[] = [];
          const gateway = anAdminGateway({
            destinations: [destination],
            onError: (error) => void reported.push(error),
          });
          for (const header of [{}, { 'if-match': '"stale"' }]) {
            const answer = await patch(gateway, destination.id, body(name), header);
            statuses.add(answer.status);
            assert.doesNotMatch(answer.text, sayIt, `${what}: ${name}`);
            assert.doesNotMatch(JSON.stringify(answer.headers), sayIt, `${what}: ${name}`);
          }
          assert.doesNotMatch((await read(gateway, PATH)).text, sayIt, `${what}: ${name}`);
          assert.deepEqual(reported, [], `${what}: ${name}`);
        }
      }
      assert.deepEqual(statuses, new Set([200, 400, 409]));
    });
  }

  it('in the answer to a body that is not JSON', async () => {
    const gateway = anAdminGateway({ destinations: [aDestination()] });
    for (const text of [
      `{"config":{"secretKey":"${CANARY}"`,
      `{"config":{"secretKey":"${CANARY}","secretKey":"${CANARY}"}}`,
      `{"config":{"secretKey":"${CANARY}\\u0000"}}`,
      `{"config":{"secretKey":"${CANARY}\\ud800"}}`,
      `"${CANARY}"`,
    ]) {
      const answer = await patch(gateway, uuid(1), text);
      assert.equal(answer.status, 400);
      assert.doesNotMatch(answer.text, sayIt);
    }
  });

  it('in the answer when the store fails with the record in its message', async () => {
    const stored = aDestinationStore([aDestination()]);
    const destinations = {
      ...stored,
      replace: (next: Destination) => Promise.reject(new Error(JSON.stringify(next))),
    };
    const gateway = anAdminGateway({ destinations, onError: () => undefined });
    const answer = await patch(gateway, uuid(1), { config: { secretKey: CANARY } });
    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, sayIt);
  });
});
