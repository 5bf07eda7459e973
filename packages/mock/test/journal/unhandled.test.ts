import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import {
  createMockGateway,
  startMockGateway,
  type MockGateway,
  type MockTenant,
} from '@model-gateway/mock';
import { send } from './send.ts';

/** Requests a path that is not an operation, like an app that swallows the error. */
async function askInVain(gateway: MockGateway, line: string, tenant: MockTenant = gateway) {
  await assert.rejects(send({ ...gateway, apiKey: tenant.apiKey }, line), /was not answered/);
}

/** Resolves to the error of a disposal, which also prints it. */
async function disposalOf(disposable: AsyncDisposable): Promise<string | undefined> {
  const print = mock.method(console, 'error', () => {});
  try {
    await disposable[Symbol.asyncDispose]();
    assert.equal(print.mock.callCount(), 0);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.deepEqual(print.mock.calls[0]?.arguments, [error.message]);
    return error.message;
  } finally {
    print.mock.restore();
  }
}

describe('unhandled requests', () => {
  it('fail the disposal of their tenant, with what was probably meant', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant();
    await askInVain(gateway, 'POST /v1/image', tenant);
    await askInVain(gateway, 'POST /v1/image', tenant);
    await askInVain(gateway, 'GET /v1/settings', tenant);
    assert.equal(
      await disposalOf(tenant),
      '3 requests of the tenant "t1" matched no operation:\n' +
        '  POST /v1/image (2 times); did you mean "POST /v1/images"?\n' +
        "  GET /v1/settings; to answer it: tenant.route('GET', '/settings').reply({ json: … })\n" +
        "If the test expects that: tenant.requests('unhandled').expectCount(3). [GW1304]",
    );
    assert.equal(await disposalOf(gateway), undefined);
  });

  it('fail the disposal of the gateway, its own and those of its tenants', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /v1/settings');
    await askInVain(gateway, 'GET /v1/settings', gateway.tenant());
    const message = (await disposalOf(gateway)) ?? '';
    assert.match(
      message,
      /of the gateway matched no operation:\n {2}GET \/v1\/settings; to answer it: .*\n.*gateway\.requests\('unhandled'\)/,
    );
    assert.match(
      message,
      /of the tenant "t1" matched no operation:\n {2}GET \/v1\/settings; to answer it: .*\n/,
    );
  });

  it('are a 404 that says how to answer them, unless an operation was probably meant', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', unhandled: 'ignore' });
    const messageOf = async (path: string) => {
      const response = await fetch(`${gateway.baseURL}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.apiKey}` },
      });
      return (await response.json()).error.message;
    };
    assert.equal(
      await messageOf('/moderations'),
      'Resource not found: POST /v1/moderations is not an operation of this gateway; ' +
        "to answer it: gateway.route('POST', '/moderations').reply({ json: … })",
    );
    assert.match(await messageOf('/image'), /gateway; did you mean "POST \/v1\/images"\?$/);
    assert.match(await messageOf("/it's-not-there"), /is not an operation of this gateway$/);
  });

  it('reports unhandled requests once', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /v1/settings');
    assert.throws(() => gateway.verify(), /\[GW1304\]$/);
    gateway.verify();
  });

  it('pass when the test expects them', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /v1/settings');
    await askInVain(gateway, 'GET /v1/usage?id=1');
    gateway.requests('unhandled').where({ path: '/v1/settings' }).expectCount(1);
    gateway
      .requests('unhandled')
      .where({ query: { id: 1 } })
      .last()
      .expectHeader('authorization');
    assert.equal(await disposalOf(gateway), undefined);
  });

  it('fail when the test only looked for others', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /v1/settings');
    gateway.requests('unhandled').where({ path: '/v1/keys' }).expectNone();
    gateway.requests().expectCount(1);
    assert.match((await disposalOf(gateway)) ?? '', /GET \/v1\/settings/);
  });

  it('can be allowed, by a gateway for its tenants or by a tenant', async () => {
    const lenient = createMockGateway({ unhandled: 'ignore' });
    await askInVain(lenient, 'GET /v1/settings', lenient.tenant());
    assert.equal(await disposalOf(lenient), undefined);
    const gateway = createMockGateway();
    const tenant = gateway.tenant({ unhandled: 'ignore' });
    await askInVain(gateway, 'GET /v1/settings', tenant);
    assert.equal(await disposalOf(tenant), undefined);
  });

  it('do not matter to close()', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /v1/settings');
    await gateway.close();
    await gateway.close();
  });

  it('are only those under the base path, since a host may answer others', async () => {
    const gateway = createMockGateway();
    await askInVain(gateway, 'GET /about');
    gateway.verify();
  });

  it('do not include requests for the gateway’s own pages', async () => {
    const gateway = createMockGateway({ basePath: '' });
    for (const path of ['/', '/docs', '/openapi.json']) await send(gateway, `GET ${path}`);
    gateway.requests().expectNone();
  });

  it('include those at a tenant’s own URL, and at other mounts', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant();
    await assert.rejects(send(gateway, 'GET /t/t1/v1/model'));
    assert.throws(() => tenant.verify(), /did you mean "GET \/t\/t1\/v1\/models"/);
    await assert.rejects(send({ ...tenant }, 'GET /v1/model'));
    assert.throws(() => tenant.verify(), /did you mean "GET \/v1\/models"/);
    await assert.rejects(send({ ...gateway, handle: gateway.handleAt('/api') }, 'GET /api/model'));
    assert.throws(() => gateway.verify(), /GET \/api\/model/);
  });
});

describe('a running gateway', () => {
  it('closes its port, and then reports unhandled requests', async () => {
    const gateway = await startMockGateway();
    const missed = await fetch(`${gateway.url}/models`);
    assert.equal(missed.status, 404);
    await fetch(`${gateway.url}/favicon.ico`);
    assert.equal(
      await disposalOf(gateway),
      '1 request of the gateway matched no operation:\n' +
        '  GET /models; did you mean "GET /v1/models"?\n' +
        "If the test expects that: gateway.requests('unhandled').expectCount(1). [GW1304]",
    );
    await assert.rejects(fetch(`${gateway.url}/models`));
  });
});

describe('rules that were not used up', () => {
  it('fail the disposal where that is asked for', async () => {
    const gateway = createMockGateway({ unusedRules: 'fail' });
    const tenant = gateway.tenant();
    tenant.on('createImage').fail(529, { times: 2 });
    assert.equal(
      await disposalOf(tenant),
      '1 rule of the tenant "t1" was not used as often as expected:\n' +
        '  "createImage.fail-529": 0 of 2 times\n[GW1305]',
    );
    assert.equal(await disposalOf(tenant), undefined);
  });

  it('are fine otherwise', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').fail(529);
    assert.equal(await disposalOf(gateway), undefined);
  });
});
