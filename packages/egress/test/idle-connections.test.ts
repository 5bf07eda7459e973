import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLoopback } from './loopback-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

type Client = ReturnType<typeof loopbackClient>;

async function ask(client: Client, ...urls: readonly string[]): Promise<void> {
  for (const url of urls) await textOf(await get(client, url));
}

/** Requests at the same time, each on a connection of its own. */
async function together(client: Client, urls: readonly string[]): Promise<void> {
  const answers = await Promise.all(urls.map((url) => get(client, url)));
  for (const answer of answers) await textOf(answer);
}

describe('idle connections', () => {
  it('are at most 256 in all, and those used longest ago are closed', async () => {
    await using first = await startLoopback();
    await using others = await startLoopback();
    await using client = loopbackClient({ maxIdlePerOrigin: 256 });
    await ask(client, first.url);
    await together(client, Array<string>(256).fill(others.url));
    await first.allClosed();
    assert.equal(others.open, 256);
    await ask(client, first.url);
    await others.closedTo(255);
    assert.equal(first.connections, 2);
  });

  it('are closed in the order of their last use', async () => {
    await using a = await startLoopback();
    await using b = await startLoopback();
    await using c = await startLoopback();
    await using client = loopbackClient({ maxIdleConnections: 2 });
    await ask(client, a.url, b.url, a.url, c.url);
    await b.allClosed();
    await ask(client, a.url, c.url);
    assert.deepEqual([a.connections, b.connections, c.connections], [1, 1, 1]);
  });

  it('are at most 128 to one origin', async () => {
    await using server = await startLoopback();
    await using other = await startLoopback();
    await using client = loopbackClient();
    await ask(client, other.url);
    await together(client, Array<string>(140).fill(server.url));
    await server.closedTo(128);
    await ask(client, other.url);
    assert.equal(other.connections, 1);
  });

  it('of many origins cost no more file descriptors than that', async () => {
    await using client = loopbackClient({ maxIdleConnections: 3 });
    await using servers = new AsyncDisposableStack();
    const started = await Promise.all(
      Array.from({ length: 20 }, async () => servers.use(await startLoopback())),
    );
    for (const { url } of started) await ask(client, url);
    await Promise.all(started.slice(0, 17).map((server) => server.allClosed()));
    assert.equal(started.filter(({ open }) => open > 0).length, 3);
  });

  it('are not opened by a refused request', async () => {
    let lookups = 0;
    await using client = loopbackClient({
      lookup: async () => {
        lookups++;
        return ['10.0.0.1'];
      },
    });
    for (let i = 0; i < 50; i++) {
      await assert.rejects(get(client, `http://${i}.example.com/`), { reason: 'refused' });
    }
    assert.equal(lookups, 50);
    const sockets = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
    for (let turn = 0; turn < 100 && sockets().length > 0; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(sockets(), []);
  });
});
