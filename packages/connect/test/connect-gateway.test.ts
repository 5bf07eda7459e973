import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import connect from 'connect';
import { json, type GatewayHandler } from '@model-gateway/core';
import { connectGateway } from '@model-gateway/connect';

const echo: GatewayHandler = async ({ path, search, mount, body }) =>
  path === '/echo' ? json({ path, search, mount, body: body.kind }) : undefined;

/** Runs a Connect app on a free port for the length of `use`. */
async function withServer(app: connect.Server, use: (url: string) => Promise<void>) {
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // Listening on a TCP port, so the address is one.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('connectGateway', () => {
  const mounts = [
    { mount: '/', url: '/echo?a=%2F', expected: { path: '/echo', search: '?a=%2F', mount: '' } },
    { mount: '/v1', url: '/v1/echo', expected: { path: '/echo', search: '', mount: '/v1' } },
    {
      mount: '/api/v1',
      url: '/api/v1/echo?x',
      expected: { path: '/echo', search: '?x', mount: '/api/v1' },
    },
  ];
  for (const { mount, url, expected } of mounts) {
    it(`strips the mount ${mount} and keeps the query raw`, async () => {
      const app = connect().use(mount, connectGateway(echo));
      await withServer(app, async (base) => {
        assert.deepEqual(await (await fetch(base + url)).json(), { ...expected, body: 'none' });
      });
    });
  }

  it('knows the mount at exactly the mount, where Connect makes the path "/"', async () => {
    const seen: string[] = [];
    const app = connect().use(
      '/v1',
      connectGateway(async ({ mount, path, search }) => json(seen.push(mount, path, search))),
    );
    await withServer(app, async (base) => {
      await fetch(`${base}/v1?a=1`);
      assert.deepEqual(seen, ['/v1', '/', '?a=1']);
    });
  });

  it('leaves to the host what is not the gateway’s', async () => {
    const app = connect()
      .use('/v1', connectGateway(echo))
      .use((_req, res) => res.end('the host'));
    await withServer(app, async (base) => {
      assert.equal(await (await fetch(`${base}/v1/other`)).text(), 'the host');
    });
  });

  it('passes what is thrown to the host’s error handler', async () => {
    const app = connect()
      .use(
        '/v1',
        connectGateway(async () => {
          throw new Error('broken');
        }),
      )
      .use(((error, _req, res, _next) =>
        res.end(`host saw: ${error.message}`)) as connect.ErrorHandleFunction);
    await withServer(app, async (base) => {
      assert.equal(await (await fetch(`${base}/v1/echo`)).text(), 'host saw: broken');
    });
  });

  it('does not let an error handler make a broken stream look complete', async () => {
    const app = connect()
      .use(
        '/v1',
        connectGateway(async () => ({
          status: 200,
          headers: {},
          body: {
            kind: 'events',
            events: (async function* () {
              yield { data: 'first' };
              throw new Error('broken');
            })(),
          },
        })),
      )
      .use(((_error, _req, res, _next) => res.end()) as connect.ErrorHandleFunction);
    await withServer(app, async (base) => {
      await assert.rejects(async () => (await fetch(`${base}/v1/echo`)).text());
    });
  });

  it('hands over what a body parser of the host left', async () => {
    const app = connect()
      .use((req, _res, next) => {
        Object.assign(req, { body: { parsed: true } });
        next();
      })
      .use('/v1', connectGateway(echo));
    await withServer(app, async (base) => {
      const response = await fetch(`${base}/v1/echo`, { method: 'POST', body: '{}' });
      assert.equal((await response.json()).body, 'parsed');
    });
  });
});
