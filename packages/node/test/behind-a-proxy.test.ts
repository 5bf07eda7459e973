import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { describe, it } from 'node:test';
import {
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Model,
} from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';

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
        models: createMemoryModelStore(['acme/a', 'acme/b', 'acme/c'].map(anEntry)),
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

function anEntry(id: string) {
  const model: Model = {
    id,
    canonical_slug: `${id}-20260101`,
    name: id,
    created: 1_767_225_600,
    context_length: 8192,
    architecture: {
      modality: 'text->text',
      input_modalities: ['text'],
      output_modalities: ['text'],
    },
    default_parameters: null,
    links: { details: `/v1/models/${id}/endpoints` },
    per_request_limits: null,
    pricing: { prompt: '0.000001', completion: '0.000002' },
    supported_parameters: [],
    supported_voices: null,
    top_provider: { is_moderated: false, context_length: 8192 },
  };
  return { model, signals: {} };
}
