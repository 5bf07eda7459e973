import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

/** Asks for the landing page; unlike fetch it sends the host name that it is given. */
async function statusUnder(host: string, { port }: RunningMockGateway) {
  const request = get({ host: '127.0.0.1', port, path: '/', agent: false, headers: { host } });
  // The first argument of the event `response` is the response.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('a mock on a port', () => {
  it('answers under names of this machine', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    for (const host of ['localhost', `127.0.0.1:${gateway.port}`, '[::1]', 'a.localhost:80']) {
      assert.equal(await statusUnder(host, gateway), 200, host);
    }
  });

  it('refuses other names on loopback, to which a page could have pointed its own', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    for (const host of ['evil.example', 'gateway.test:4010', '10.0.0.1']) {
      assert.equal(await statusUnder(host, gateway), 403, host);
    }
  });

  it('answers under the names that it was opened to', async () => {
    await using gateway = await startMockGateway({
      world: 'tiny',
      allowedHosts: ['Gateway.test'],
    });
    assert.equal(await statusUnder('gateway.test:4010', gateway), 200);
    assert.equal(await statusUnder('other.test', gateway), 403);
  });

  it('answers under any name beyond loopback', async () => {
    await using gateway = await startMockGateway({ world: 'tiny', host: '0.0.0.0' });
    assert.equal(await statusUnder('mock:4010', gateway), 200);
  });
});
