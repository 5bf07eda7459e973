import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway, type StartMockGatewayOptions } from '@model-gateway/mock';

/** Starts a mock, and asks it with its management key. */
async function started(options: StartMockGatewayOptions = {}) {
  const gateway = await startMockGateway(options);
  const ask = async (path: string, init: RequestInit = {}, key = gateway.managementKey) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(gateway.baseURL + path, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };
  return { gateway, ask, [Symbol.asyncDispose]: () => gateway.close() };
}

const DESTINATIONS = '/observability/destinations';

describe('what belongs to the account of the mock’s keys', () => {
  it('is listed to the management key', async () => {
    await using mock = await started();
    const totals = await Promise.all(
      [DESTINATIONS, '/organization/members', '/guardrails/assignments/members'].map(
        async (path) => (await mock.ask(path)).body.total_count,
      ),
    );
    assert.deepEqual(totals, [16, 120, 60]);
  });

  it('is hidden from the inference key', async () => {
    await using mock = await started();
    const { status } = await mock.ask('/organization/members', {}, mock.gateway.apiKey);
    assert.equal(status, 403);
  });

  it('changes in one mock and not in another over the same world', async () => {
    await using one = await started();
    await using other = await started();
    const { id, name } = (await one.ask(DESTINATIONS)).body.data[0];
    const body = JSON.stringify({ name: 'Renamed' });
    const { status } = await one.ask(`${DESTINATIONS}/${id}`, { method: 'PATCH', body });
    assert.equal(status, 200);
    assert.equal((await one.ask(DESTINATIONS)).body.data[0].name, 'Renamed');
    assert.equal((await other.ask(DESTINATIONS)).body.data[0].name, name);
  });

  it('is generated with the rest of a world', async () => {
    await using mock = await started({ seed: 9, models: 2 });
    await using golden = await started();
    const [generated, checkedIn] = await Promise.all(
      [mock, golden].map(async ({ ask }) => (await ask('/organization/members')).body),
    );
    assert.equal(generated.total_count, 120);
    assert.notDeepEqual(generated.data, checkedIn.data);
  });

  it('is empty in a world of your own, unless you set it', async () => {
    const world = { name: 'mine', revision: 'r1', models: [] };
    await using empty = await started({ world });
    assert.equal((await empty.ask(DESTINATIONS)).body.total_count, 0);
    assert.equal((await empty.ask('/organization/members')).body.total_count, 0);
    const member = {
      id: 'user_1',
      email: 'ada@mail.example',
      first_name: 'Ada',
      last_name: 'Ace',
      role: 'member',
    };
    await using given = await started({
      world: { ...world, members: [{ organizationId: 'org_mock', member }] },
    });
    const { body } = await given.ask('/organization/members');
    assert.deepEqual(body, { data: [member], total_count: 1 });
  });
});
