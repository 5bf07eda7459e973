import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passThrough } from '@model-gateway/egress';
import { proxied } from './proxied.ts';

/* Which paths pass to an upstream that is limited to some. Source: contract §1.10. */

const paths = ['/chat/completions', '/audio/*'];

describe('an upstream that is limited to paths', () => {
  for (const path of ['/chat/completions', '/audio/speech', '/audio/', '/audio/a/b?c=/other']) {
    it(`gets ${path}`, async (t) => {
      const asked: unknown[] = [];
      const { send } = await proxied(
        t,
        ({ url }, res) => {
          asked.push(url);
          res.end();
        },
        { options: { paths } },
      );
      assert.equal((await send({ path: `/v1${path}` })).status, 200);
      assert.deepEqual(asked, [`/api${path}`]);
    });
  }

  for (const path of [
    '/chat',
    '/chat/completions/',
    '/chat/completions/x',
    '/CHAT/completions',
    '/audio',
    '/audio-more',
    '/%61udio/speech',
    '/x/audio/speech',
    '//audio/speech',
    '/audio/%2e%2e/admin',
    '/audio/..%2fadmin',
    '/admin?/audio/',
  ]) {
    it(`does not get ${path}, which is a 404`, async (t) => {
      let reached = 0;
      const listener = { options: { paths } };
      const { send } = await proxied(t, (_req, res) => res.end(String(reached++)), listener);
      const heard = await send({ path: `/v1${path}` });
      assert.deepEqual([heard.status, reached], [404, 0]);
      assert.equal(JSON.parse(heard.text).error.code, 404);
    });
  }

  for (const path of ['', '/', 'audio', '/audio/', '/au*', '/*/speech', '/a b', '/../x', '/%61']) {
    it(`cannot be named ${JSON.stringify(path)}`, () => {
      assert.throws(() => passThrough('https://a.example/v1', { apiKey: 'k', paths: [path] }), {
        name: 'TypeError',
        message: `paths must hold paths such as /audio/speech or /audio/*, got ${JSON.stringify(path)}`,
      });
    });
  }

  it('passes everything for /*', async (t) => {
    const { send } = await proxied(t, (_req, res) => res.end(), { options: { paths: ['/*'] } });
    assert.equal((await send({ path: '/v1/anything/below' })).status, 200);
  });
});
