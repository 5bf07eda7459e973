import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayResponse } from '@model-gateway/core/http';
import { createMockGateway, on } from '@model-gateway/mock';
import { clientOf, PANDA } from './client.ts';

describe('rules', () => {
  it('apply in this order: of the test, of the tenant, of the server', async () => {
    const gateway = createMockGateway({ rules: [on('listModels').as('server').fail(500)] });
    const t = gateway.tenant({ rules: [on('listModels').as('tenant').fail(502)] });
    t.on('listModels').as('test').fail(529);
    const send = clientOf(t);
    const named: (string | null)[] = [];
    for (let i = 0; i < 4; i++)
      named.push((await send('GET', '/models')).headers.get('x-mock-rule'));
    assert.deepEqual(named, ['test', 'tenant', 'server', null]);
  });

  it('that were added last are asked first, those added together in their order', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listModels').fail(500);
    t.use(on('listModels').fail(502), on('listModels').fail(503));
    t.on('listModels').fail(529);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await send('GET', '/models')).status);
    assert.deepEqual(statuses, [529, 502, 503, 500, 200]);
  });

  it('applies rules of the gateway to its tenants, and those of a tenant to no other', async () => {
    const gateway = createMockGateway();
    const [one, two] = [gateway.tenant(), gateway.tenant()];
    gateway.on('listModels').failAlways(503);
    one.on('listModels').failAlways(529);
    const statuses = [gateway, one, two].map(
      async (t) => (await clientOf(t)('GET', '/models')).status,
    );
    assert.deepEqual(await Promise.all(statuses), [503, 529, 503]);
  });

  it('that return nothing answer with a 500 that says so', async () => {
    const t = createMockGateway();
    // What JavaScript may return.
    const answer = async () => undefined as unknown as GatewayResponse;
    t.use({ id: 'mute', times: 1, matches: () => true, answer });
    const response = await clientOf(t)('GET', '/models');
    assert.equal(response.status, 500);
    const { error } = await response.json();
    assert.match(
      error.message,
      /the rule "mute" must return a response.*returned undefined \[GW1201\]/,
    );
    assert.equal(t.journal.entries()[0]?.status, 500);
  });

  it('as plain values count separately for each tenant', async () => {
    const overload = on('listModels').fail(529, { times: 2 });
    const gateway = createMockGateway();
    const tenants = [gateway.tenant({ rules: [overload] }), gateway.tenant({ rules: [overload] })];
    for (const t of tenants) {
      const send = clientOf(t);
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await send('GET', '/models')).status);
      assert.deepEqual(statuses, [529, 529, 200]);
    }
  });

  it('apply to one request each, also those that change the gateway’s answer', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const body = { ...PANDA, stream: true };
    t.on('createImage').fail(529);
    t.on('createImage').fault('wrong-content-type');
    t.on('createImage').end('clean-eof');
    const named: (string | null)[] = [];
    for (let i = 0; i < 4; i++) {
      const response = await send('POST', '/images', { body });
      named.push(response.headers.get('x-mock-rule'));
      await response.text();
    }
    assert.deepEqual(named, [
      'createImage.end-clean-eof',
      'createImage.fault-wrong-content-type',
      'createImage.fail-529',
      null,
    ]);
  });

  it('names rules so that each can be distinguished', async () => {
    const gateway = createMockGateway({ rules: [on('listModels').fail(529)] });
    const t = gateway.tenant({ rules: [on('listModels').fail(529)] });
    const first = t.on('listModels').fail(529);
    const [second] = t.use(on('listModels').fail(529));
    assert.equal(first.id, 'listModels.fail-529-3');
    assert.equal(second?.id, 'listModels.fail-529-4');
    const send = clientOf(t);
    const named: (string | null)[] = [];
    for (let i = 0; i < 5; i++)
      named.push((await send('GET', '/models')).headers.get('x-mock-rule'));
    assert.deepEqual(named, [
      'listModels.fail-529-4',
      'listModels.fail-529-3',
      'listModels.fail-529-2',
      'listModels.fail-529',
      null,
    ]);
  });

  it('are in the journal, as is the gateway if they passed the request on', async () => {
    const t = createMockGateway({ clock: 'autoAdvance' });
    const send = clientOf(t);
    t.on('listModels').as('slow').delay('1s', { times: 2 });
    t.on('listModels').as('overload').fail(529);
    await send('GET', '/models');
    await send('GET', '/models');
    assert.deepEqual(
      t.journal.entries().map(({ answeredBy, status }) => [...answeredBy, status]),
      [
        ['overload', 529],
        ['slow', 'gateway', 200],
      ],
    );
  });

  it('names rules to pages of other origins', async () => {
    const t = createMockGateway();
    t.on('listModels').fail(429);
    const { headers } = await clientOf(t)('GET', '/models');
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    for (const name of ['x-mock-rule', 'retry-after-ms', 'ratelimit-reset']) {
      assert.ok(exposed.includes(name), name);
    }
  });

  it('may be objects of your own', async () => {
    const t = createMockGateway();
    const [handle] = t.use({
      id: 'marked',
      times: 1,
      matches: ({ operation }) => operation === 'listModels',
      async answer(_ruled, next) {
        const response = await next();
        return { ...response, headers: { ...response.headers, 'x-marked': 'yes' } };
      },
    });
    const { headers } = await clientOf(t)('GET', '/models');
    assert.equal(headers.get('x-marked'), 'yes');
    assert.equal(handle?.remaining, 0);
  });

  it('refuses invalid rules', () => {
    const t = createMockGateway();
    // @ts-expect-error this is not a rule yet
    const use = () => t.use(on('listModels'));
    assert.throws(
      use,
      /a rule must be what on\(operation\)\.fail.*a string "id"; got an object without/,
    );
    const own = { id: 'own', matches: () => true, answer: async () => assert.fail() };
    assert.throws(() => t.use({ ...own, times: Number.NaN }), /times must be.*got NaN \[GW1205\]/);
    // @ts-expect-error a rule applies to a number of requests
    assert.throws(() => t.use(own), /have a number "times"; got an object without one \[GW1202\]/);
    const id = 'one, two';
    assert.throws(
      () => t.use(on('listModels').as(id).fail(529)),
      /without commas.*"one, two" \[GW1202\]/,
    );
  });
});

describe('resetRules', () => {
  it('removes added rules, and restores the counts of the initial ones', async () => {
    const t = createMockGateway({ rules: [on('listModels').fail(500)] });
    const send = clientOf(t);
    const added = t.on('listModels').failAlways(529);
    assert.equal((await send('GET', '/models')).status, 529);
    t.resetRules();
    assert.equal(added.remaining, 0);
    assert.equal((await send('GET', '/models')).status, 500);
    assert.equal((await send('GET', '/models')).status, 200);
    t.resetRules();
    assert.equal((await send('GET', '/models')).status, 500);
  });
});

describe('restore', () => {
  it('restores rules with their remaining times', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const overload = t.on('listModels').fail(529, { times: 3 });
    await send('GET', '/models');
    const snapshot = await t.snapshot();
    await send('GET', '/models');
    t.on('listModels').failAlways(500);
    assert.equal(overload.remaining, 1);

    await t.restore(snapshot);
    assert.equal(overload.remaining, 2);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await send('GET', '/models')).status);
    assert.deepEqual(statuses, [529, 529, 200]);
  });

  it('restores a rule that was removed since', async () => {
    const t = createMockGateway();
    const overload = t.on('listModels').fail(529);
    const snapshot = await t.snapshot();
    overload.remove();
    await t.restore(snapshot);
    assert.equal((await clientOf(t)('GET', '/models')).status, 529);
  });
});
