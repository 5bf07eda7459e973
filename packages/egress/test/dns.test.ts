import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EgressError } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { startLoopback } from './loopback-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

const REFUSED = { name: 'EgressError', reason: 'refused' };

describe('names', () => {
  const answers = [
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a metadata service', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a scoped address', ['fe80::1%lo']],
    ['a public address, then a private one', ['93.184.216.34', '127.0.0.1']],
    ['a private address, then a public one', ['127.0.0.1', '93.184.216.34']],
    ['a public IPv4 and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
    [
      'many public addresses and one of loopback',
      [...Array(50).fill('93.184.216.34'), '127.0.0.1'],
    ],
    ['a text that is not an address', ['127.1']],
    ['a name', ['localhost']],
  ] as const;
  for (const [what, addresses] of answers) {
    it(`are refused when they lead to ${what}`, async () => {
      await using canary = await startLoopback();
      await using client = createGuardedHttpClient({ lookup: async () => addresses });
      await assert.rejects(get(client, `http://images.example.com:${canary.port}/`), REFUSED);
      assert.equal(canary.connections, 0);
    });
  }

  it('do not reveal the address they lead to', async () => {
    await using client = createGuardedHttpClient({ lookup: async () => ['10.11.12.13'] });
    await assert.rejects(get(client, 'https://wiki.example.com/?token=hunter2'), {
      message: 'wiki.example.com may not be called: it has an address that is private, not public.',
    });
  });

  it('are connected to at an address that was judged', async () => {
    await using server = await startLoopback((req, res) => res.end(req.headers.host));
    await using client = loopbackClient({ lookup: async () => ['127.0.0.1'] });
    const host = `images.example.com:${server.port}`;
    assert.equal(await textOf(await get(client, `http://${host}/`)), host);
  });

  it('are asked for once per connection, so an answer cannot change after the check', async () => {
    await using server = await startLoopback((_, res) => {
      res.setHeader('connection', 'close');
      res.end('hello');
    });
    let lookups = 0;
    // What is allowed stands for a public address: no test connects to a real one.
    const lookup = async () => (++lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2']);
    await using client = loopbackClient({ lookup });
    const url = `http://rebind.example.com:${server.port}/`;

    assert.equal(await textOf(await get(client, url)), 'hello');
    assert.equal(lookups, 1);
    await server.allClosed();
    await assert.rejects(get(client, url), REFUSED);
    assert.equal(lookups, 2);
    assert.equal(server.connections, 1);
  });

  it('are judged again after a redirect', async () => {
    await using canary = await startLoopback();
    await using server = await startLoopback((_, res) => {
      res.writeHead(302, { location: `http://inside.example.com:${canary.port}/` }).end();
    });
    const lookup = async (name: string) => [name.startsWith('inside') ? '127.0.0.2' : '127.0.0.1'];
    await using client = loopbackClient({ lookup });
    const url = `http://outside.example.com:${server.port}/`;
    await assert.rejects(get(client, url, { maxRedirects: 3 }), REFUSED);
    assert.equal(canary.connections, 0);
  });

  it('need an exception for themselves and for each of their addresses', async () => {
    await using server = await startLoopback();
    const url = `http://localhost:${server.port}/`;
    const lookup = async () => ['127.0.0.1', '::1'];
    const targets: string[] = [];
    await using byName = createGuardedHttpClient({
      lookup,
      allow: ({ hostname, address = '-' }) => {
        targets.push(`${hostname} ${address}`);
        return address !== '::1';
      },
    });
    await assert.rejects(get(byName, url), REFUSED);
    assert.deepEqual(targets, ['localhost -', 'localhost 127.0.0.1', 'localhost ::1']);

    await using byAddress = loopbackClient({ lookup: async () => ['127.0.0.1'] });
    await assert.rejects(get(byAddress, url), REFUSED);
    assert.equal(server.connections, 0);
  });

  it('that have no address are unreachable', async () => {
    await using nobody = createGuardedHttpClient({ lookup: async () => [] });
    await assert.rejects(get(nobody, 'http://nobody.example.com/'), { reason: 'unreachable' });
    const cause = new Error('ENOTFOUND');
    await using unknown = createGuardedHttpClient({ lookup: () => Promise.reject(cause) });
    await assert.rejects(get(unknown, 'http://unknown.example.com/?token=hunter2'), (error) => {
      assert.ok(error instanceof EgressError);
      assert.equal(error.reason, 'unreachable');
      assert.equal(error.message, 'unknown.example.com has no known address.');
      assert.equal(error.cause, cause);
      return true;
    });
  });

  it('without a DNS answer run into the connect timeout', async () => {
    // Something to do for the process while it waits: undici's timers do not keep it alive.
    await using _ = await startLoopback();
    await using client = createGuardedHttpClient({
      lookup: () => new Promise(() => {}),
      connectTimeoutMs: 20,
    });
    let isDispatched = false;
    const call = get(client, 'http://slow.example.com/', {
      onDispatch: () => (isDispatched = true),
    });
    await assert.rejects(call, { reason: 'connect-timeout' });
    assert.equal(isDispatched, false);
  });
});
