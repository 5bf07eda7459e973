import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonResponse } from '@model-gateway/core/http';
import { createAdminHandler } from '../../src/health/admin-handler.ts';
import { serveAdmin } from '../../src/running/serve-admin.ts';
import { askUnder } from '../support/requests.ts';

describe('the admin port', () => {
  const facts = async () => jsonResponse({ secret: 'volumes' });
  const open = (allowHosts: string[] = []) =>
    serveAdmin(facts, { host: '127.0.0.1', port: 0, allowHosts });

  for (const host of ['evil.example', 'evil.example:4001', '127.0.0.1.evil.example', 'gateway']) {
    it(`answers no page that points its own name at this machine: ${host}`, async (t) => {
      const server = await open();
      t.after(() => server.closeNow());
      const { status, text } = await askUnder(server.url, host);
      assert.equal(status, 403);
      assert.doesNotMatch(text, /volumes/);
      assert.equal(
        JSON.parse(text).error.message,
        `"${host}" is not a name of this admin port: add it to admin.allowHosts, or use its address`,
      );
    });
  }

  for (const host of ['localhost:4001', '127.0.0.1', '[::1]:4001', '10.0.0.7:4001']) {
    it(`answers under ${host}`, async (t) => {
      const server = await open();
      t.after(() => server.closeNow());
      assert.equal((await askUnder(server.url, host)).status, 200);
    });
  }

  it('lets no cache keep what it says of the process', async () => {
    const handle = createAdminHandler({
      readiness: { status: async () => 'ok' },
      metrics: { text: async () => '' },
      breakers: () => [],
    });
    for (const path of ['/healthz', '/readyz', '/breakers']) {
      const request = { method: 'GET', path, search: '', mount: '', headers: {} } as const;
      const response = await handle({ ...request, body: { kind: 'none' } });
      assert.equal(response?.headers['cache-control'], 'no-store', path);
    }
  });

  it('answers under the names that it is allowed, in any case', async (t) => {
    const server = await open(['Gateway.internal']);
    t.after(() => server.closeNow());
    assert.equal((await askUnder(server.url, 'gateway.INTERNAL:4001')).status, 200);
    assert.equal((await askUnder(server.url, 'other.internal')).status, 403);
  });
});
