import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import type { AdapterSubject } from './adapter-subject.ts';
import { sendRaw } from './client.ts';
import { echo, type Echoed } from './echo.ts';

/** Sends raw header lines and returns the headers that arrived. */
async function arrived({ mount }: AdapterSubject, ...lines: string[]): Promise<Echoed['headers']> {
  const { url } = await mount(echo);
  const { host } = new URL(url);
  const head = ['GET /v1/echo HTTP/1.1', `Host: ${host}`, ...lines, 'Connection: close', '', ''];
  const answer = await sendRaw(url, head.join('\r\n'));
  assert.match(answer, /^HTTP\/1.1 200 /);
  // Only echo answers 200, and its JSON has the only braces in the answer.
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  return (JSON.parse(body) as Echoed).headers;
}

/** Request headers. */
export const HEADER_CASES: readonly ConformanceCase<AdapterSubject>[] = [
  {
    name: 'header names arrive in lower case, values as they were',
    async run(subject) {
      const headers = await arrived(subject, 'X-Mixed-CASE: Some Value; q="A, b"');
      assert.equal(headers['x-mixed-case'], 'Some Value; q="A, b"');
    },
  },
  {
    name: 'a repeated header arrives joined, in order',
    async run(subject) {
      const headers = await arrived(subject, 'X-Tag: one', 'x-other: 1', 'x-tag: two', 'X-TAG: 3');
      assert.equal(headers['x-tag'], 'one, two, 3');
    },
  },
  {
    name: 'a repeated authorization differs from a single one',
    spec: 'contract §2.2',
    async run(subject) {
      const doubled = await arrived(subject, 'Authorization: Bearer a', 'authorization: Bearer b');
      assert.equal(doubled['authorization'], 'Bearer a, Bearer b');
    },
  },
  {
    name: 'headers may be named like properties',
    async run(subject) {
      const headers = await arrived(subject, '__proto__: a', 'constructor: b', 'toString: c');
      assert.equal(headers['constructor'], 'b');
      assert.equal(headers['tostring'], 'c');
    },
  },
];
