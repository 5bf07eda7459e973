import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createApp } from './app.ts';

describe('the Koa example', () => {
  let server: Server;
  let url: string;

  before(async () => {
    server = createApp('k').listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listening on a TCP port, so the address is one.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (path: string) => fetch(url + path, { headers: { authorization: 'Bearer k' } });

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

  it('keeps the routes of the host', async () => {
    assert.equal(await (await get('/health')).text(), 'ok');
    assert.match(await (await get('/v1/about')).text(), /the host goes on/);
  });

  it('asks for a key', async () => {
    assert.equal((await fetch(`${url}/v1/models`)).status, 401);
  });

  it('answers malformed JSON in the gateway’s own words', async () => {
    const response = await fetch(`${url}/v1/images`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: '{"model":',
    });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, /the body must be valid JSON/);
  });
});
