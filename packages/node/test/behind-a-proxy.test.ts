import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { describe, it } from 'node:test';
import { createGateway, createMemoryKeyStore, createMemoryModelStore } from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { model } from '@model-gateway/worlds';

describe('a gateway behind a proxy that adds a path', () => {
  it('links through the proxy where `publicBaseUrl` says what it is', async (t) => {
    let backend = '';
    const proxy = createServer((req, res) => {
      const url = backend + (req.url ?? '').replace(/^\/edge/, '');
      request(url, { method: req.method, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      }).end();
    });
    const proxyUrl = await new Promise<string>((resolve) =>
      proxy.listen(0, '127.0.0.1', () => {
        const address = proxy.address();
        resolve(typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '');
      }),
    );
    t.after(() => {
      proxy.close();
      proxy.closeAllConnections();
    });
    const gateway = createGateway({
      stores: {
        models: createMemoryModelStore(['acme/a', 'acme/b', 'acme/c'].map((id) => model({ id }))),
        keys: createMemoryKeyStore([]),
      },
      publicCatalog: true,
      publicBaseUrl: `${proxyUrl}/edge/v1`,
    });
    await using server = await serve(mountAt('/v1', gateway.handle));
    backend = server.url;

    const seen: string[] = [];
    let next: string | null = `${proxyUrl}/edge/v1/models?limit=1`;
    while (next !== null) {
      const response: Response = await fetch(next);
      assert.equal(response.status, 200, next);
      const { data, links } = await response.json();
      seen.push(data[0].id);
      next = links.next;
    }
    assert.deepEqual(seen, ['acme/a', 'acme/b', 'acme/c']);
  });
});
