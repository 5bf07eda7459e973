import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import { FALL_THROUGH_BODY, type AdapterSubject } from './adapter-subject.ts';
import { send, sendRaw } from './client.ts';
import { echo, echoedIn } from './echo.ts';

async function where({ mount: start }: AdapterSubject, mount: string, target: string) {
  const { url } = await start(echo, { mount });
  const { path, search, mount: stripped } = echoedIn(await send(url + target));
  return { path, search, mount: stripped };
}

/** An adapter binds the one of these two that matches its host, and skips the other. */
const MATCHED_WITHOUT_CASE = 'a mount in another case is matched, and kept as written';
const MATCHED_WITH_CASE = 'a mount in another case is not matched';

/** The mount and the URL. */
export const MOUNT_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'at the root the handler gets the whole path',
    async run(subject) {
      const expected = { path: '/echo/a', search: '?b=1', mount: '' };
      assert.deepEqual(await where(subject, '/', '/echo/a?b=1'), expected);
    },
  },
  {
    name: 'the mount is stripped from the path and kept',
    async run(subject) {
      const expected = { path: '/echo', search: '?b=1', mount: '/v1' };
      assert.deepEqual(await where(subject, '/v1', '/v1/echo?b=1'), expected);
    },
  },
  {
    name: 'a mount of several segments is stripped whole',
    async run(subject) {
      const expected = { path: '/echo', search: '', mount: '/api/v1' };
      assert.deepEqual(await where(subject, '/api/v1', '/api/v1/echo'), expected);
    },
  },
  {
    name: 'the mount is stripped only once',
    async run(subject) {
      const expected = { path: '/v1/v1', search: '', mount: '/v1' };
      assert.deepEqual(await where(subject, '/v1', '/v1/v1/v1'), expected);
    },
  },
  {
    name: 'at exactly the mount the path is "/"',
    async run(subject) {
      for (const [target, search] of [
        ['/v1', ''],
        ['/v1/', ''],
        ['/v1?a=/&b=/v1', '?a=/&b=/v1'],
        ['/v1/?a', '?a'],
      ] as const) {
        const expected = { path: '/', search, mount: '/v1' };
        assert.deepEqual(await where(subject, '/v1', target), expected, target);
      }
    },
  },
  {
    name: 'a path that only starts like the mount is not matched',
    spec: 'contract §1.6',
    async run({ mount }) {
      const { url } = await mount(echo);
      for (const path of ['/v10/echo', '/echo', '/']) {
        const answer = await send(url + path);
        assert.deepEqual([answer.status, answer.text], [404, FALL_THROUGH_BODY], path);
      }
    },
  },
  {
    name: MATCHED_WITHOUT_CASE,
    spec: 'contract §1.6',
    async run(subject) {
      const expected = { path: '/echo/A', search: '?B', mount: '/V1' };
      assert.deepEqual(await where(subject, '/v1', '/V1/echo/A?B'), expected);
    },
  },
  {
    name: MATCHED_WITH_CASE,
    spec: 'contract §1.6',
    async run({ mount }) {
      const { url } = await mount(echo);
      const answer = await send(`${url}/V1/echo`);
      assert.deepEqual([answer.status, answer.text], [404, FALL_THROUGH_BODY]);
    },
  },
  {
    name: 'below the mount the path keeps its case',
    spec: 'contract §1.6',
    async run(subject) {
      assert.equal((await where(subject, '/v1', '/v1/Echo/a')).path, '/Echo/a');
    },
  },
  {
    name: 'a mount written with percent-escapes is not matched',
    spec: 'contract §1.6',
    async run({ mount }) {
      const { url } = await mount(echo);
      const answer = await send(`${url}/%761/echo`);
      assert.deepEqual([answer.status, answer.text], [404, FALL_THROUGH_BODY]);
    },
  },
  {
    name: 'the path stays percent-encoded',
    spec: 'contract §1.6',
    async run(subject) {
      const { path } = await where(subject, '/v1', '/v1/a%2Fb%20c%C3%A9/%25/d');
      assert.equal(path, '/a%2Fb%20c%C3%A9/%25/d');
    },
  },
  {
    name: 'a malformed escape in the path reaches the handler',
    spec: 'contract §1.6',
    async run(subject) {
      assert.equal((await where(subject, '/v1', '/v1/a%ZZ')).path, '/a%ZZ');
    },
  },
  {
    name: 'the query stays as written: escapes, order, repeats, signs',
    async run(subject) {
      for (const search of [
        '?a=%2F%20+&a=2&%61=3&b&c=&d=x=y;z',
        '?q=%E6%A8%A1%E5%9E%8B&bad=%ZZ',
        '?a=1?b=/v1/echo',
        '?offset=500&limit=500',
      ]) {
        assert.equal((await where(subject, '/v1', `/v1/echo${search}`)).search, search);
      }
    },
  },
  {
    name: 'an empty query means no query',
    async run(subject) {
      const { path, search } = await where(subject, '/v1', '/v1/echo?');
      assert.equal(path, '/echo');
      // The URL standard drops the question mark; both mean the same.
      assert.ok(search === '' || search === '?', search);
    },
  },
  {
    name: 'the absolute form of a request target is understood',
    spec: 'RFC 9112 §3.2.2',
    async run({ mount }) {
      const { url } = await mount(echo);
      const { host } = new URL(url);
      const answer = await sendRaw(
        url,
        `GET ${url}/v1/echo?a=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1.1 200 /);
      assert.match(answer, /"path":"\/echo","search":"\?a=1","mount":"\/v1"/);
    },
  },
  {
    name: 'a prefix that a proxy stripped is not guessed from headers',
    async run({ mount }) {
      const { url } = await mount(echo);
      const headers = { 'X-Forwarded-Prefix': '/edge', 'X-Original-URL': '/edge/v1/echo' };
      const seen = echoedIn(await send(`${url}/v1/echo`, { headers }));
      assert.deepEqual([seen.mount, seen.path], ['/v1', '/echo']);
      assert.equal(seen.headers['x-forwarded-prefix'], '/edge');
    },
  },
  {
    name: 'the method arrives in upper case, unusual ones too',
    async run({ mount }) {
      const { url } = await mount(echo);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        assert.equal(echoedIn(await send(`${url}/v1/echo`, { method })).method, method);
      }
    },
  },
];
