import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuseSteering } from '../../src/forward/steering-path.ts';
import { proxied } from './proxied.ts';

/* Paths that a server may read as another one. Source: contract §1.10. */

/** `..` in the encodings that servers undo, or take for it. */
const DOTS = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2e.',
  '%252e%252e',
  '.%252e',
  '%25252e%25252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%25c0%25ae%25c0%25ae',
  '%ef%bc%8e%ef%bc%8e',
  '%e2%80%a4%e2%80%a4',
  '%e2%80%a5',
  '..;',
  '..;a=b',
  '..%3b',
  '..%253b',
  '%2e%2e%3ba=b',
  '..%20',
  '..%09',
  '...',
  '..%00',
];

/** What is read as a slash. */
const SLASHES = [
  '%2f',
  '%2F',
  '%252f',
  '%25252f',
  '%2525252f',
  '%5c',
  '%5C',
  '%255c',
  '\\',
  '%c0%af',
  '%e0%80%af',
  '%25c0%25af',
  '%c1%9c',
  '%ef%bc%8f',
  '%ef%bc%bc',
  '%e2%88%95',
  '%e2%81%84',
  '%e2%88%96',
];

const STEERING: readonly string[] = [
  ...DOTS.flatMap((dots) => [`/${dots}/admin`, `/a/${dots}/${dots}/admin`]),
  ...SLASHES.flatMap((slash) => [`/..${slash}admin`, `/a${slash}admin`]),
  '/.',
  '/..',
  '/a/.',
  '/./admin',
  '/%2e/admin',
  '/%252e/admin',
  '/..%2f..%2fadmin',
  '/%2e%2e%2f%2e%2e%2fadmin',
  '/a%00',
  '/a%0d%0aHost:%20b',
  '/a%2500',
  '/a%7f',
  '/a%c2%85',
  '/%25u002e%25u002e/admin',
  '/a%25u2215admin',
  '/%ff',
];

/** What looks like it and names things. */
const PLAIN: readonly string[] = [
  '/chat/completions',
  '/files/acme:one@2',
  '/files/a%20b.txt',
  '/files/100%25.txt',
  '/files/a..b',
  '/files/.hidden',
  '/files/..hidden',
  '/files/%E6%A8%A1%E5%9E%8B',
  '/files/a;v=1',
  '/files/%3Fa%23b',
  '/files//b',
  '/files/',
];

/** Spellings that every URL has its own word for, so that the server in front resolves them. */
const RESOLVED: Readonly<Record<string, string>> = {
  '/a\\admin': '/a/admin',
  '/.': '/',
  '/a/.': '/a/',
  '/./admin': '/admin',
  '/%2e/admin': '/admin',
};

describe('a path that may be read as another', () => {
  it(`is refused in ${STEERING.length} spellings`, () => {
    assert.equal(new Set(STEERING).size, STEERING.length);
    for (const path of STEERING) {
      assert.throws(() => refuseSteering(path), { code: 'notFound' }, path);
    }
  });

  it('never reaches the upstream', async (t) => {
    const reached: string[] = [];
    const { send } = await proxied(t, (req, res) => {
      reached.push(req.url ?? '');
      res.end();
    });
    for (const path of STEERING) {
      const { status } = await send({ path: `/v1${path}` });
      const resolved = RESOLVED[path];
      assert.ok(resolved === undefined ? [400, 404].includes(status) : status === 200, path);
    }
    const expected = STEERING.map((path) => RESOLVED[path]).filter((path) => path !== undefined);
    assert.deepEqual(
      reached,
      expected.map((path) => `/api${path}`),
    );
  });

  it('says what is not passed on', async (t) => {
    const { send } = await proxied(t, (_req, res) => res.end());
    const { text } = await send({ path: '/v1/a%2fb' });
    assert.match(text, /encoded separator, a dot segment or an invalid escape/);
  });

  it('is told from one that names something', async (t) => {
    const reached: string[] = [];
    const { send } = await proxied(t, (req, res) => {
      reached.push(req.url ?? '');
      res.end();
    });
    for (const path of PLAIN) assert.equal((await send({ path: `/v1${path}` })).status, 200, path);
    assert.deepEqual(
      reached,
      PLAIN.map((path) => `/api${path}`),
    );
  });
});
