import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApp } from './app.ts';

describe('the Hono example', () => {
  const app = createApp('k');
  const get = async (path: string) => app.request(path, { headers: { authorization: 'Bearer k' } });

  it('lists its models under /v1', async () => {
    const { data } = await (await get('/v1/models')).json();
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      ['acme/quill-1'],
    );
  });

  it('links to the next page with the mount in front', async () => {
    const { links } = await (await get('/v1/models?output_modalities=all&limit=1')).json();
    assert.equal(links.next, '/v1/models?output_modalities=all&offset=1&limit=1');
    const { data } = await (await get(links.next)).json();
    assert.equal(data[0].id, 'acme/paint-1');
  });

  it('answers a whole web request', async () => {
    const request = new Request('https://host.example/v1/models', {
      headers: { authorization: 'Bearer k' },
    });
    assert.equal((await app.fetch(request)).status, 200);
  });

  it('keeps the routes of the host', async () => {
    assert.equal(await (await get('/health')).text(), 'ok');
    assert.match(await (await get('/v1/about')).text(), /the host goes on/);
    assert.equal((await get('/v1/nowhere')).status, 404);
  });

  it('asks for a key', async () => {
    assert.equal((await app.request('/v1/models')).status, 401);
  });
});
