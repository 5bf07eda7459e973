import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { RequestDetail } from '../src/api/types.ts';
import { toCurl } from '../src/copy-as/curl.ts';

/** A request of a stranger: any page may send one to a mock. */
function aRequest(given: Partial<RequestDetail>): RequestDetail {
  const plain = { method: 'POST', path: '/v1/images', query: {}, headers: {}, body: null };
  // Only these members are read.
  return { ...plain, ...given } as RequestDetail;
}

const TARGET = { origin: 'http://127.0.0.1:4010', key: 'mg-v1-key' };

/** Returns the arguments that a shell would call curl with. */
function argumentsOf(command: string): readonly string[] {
  const curl = `curl() { printf '%s\\0' "$@"; }\n`;
  return execFileSync('sh', ['-c', curl + command], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

const BODIES = [
  `it's; $(touch /tmp/x) \`id\` "$HOME" \\ \\' !! & | > <`,
  "'; id; echo '",
  'two\nlines\n\nand more',
  'a tab\tand\r\na return',
  '\u001b[201~\u0003id\n',
  '\u0003\u0004\u007f\u009b31m\u0085',
  "\u0003'\u0003''\u001b'",
  '@/etc/passwd',
  '-o /tmp/x',
];

describe('a request as curl', { skip: process.platform === 'win32' }, () => {
  for (const body of BODIES) {
    it(`has the body ${JSON.stringify(body)} as it came, in one word`, () => {
      const headers = { 'content-type': `text/plain; it's=$(id)` };
      const command = toCurl(aRequest({ body, headers }), TARGET);
      assert.doesNotMatch(command, /[^\P{Cc}\n]/u);
      assert.deepEqual(argumentsOf(command), [
        'http://127.0.0.1:4010/v1/images',
        '-X',
        'POST',
        '-H',
        'authorization: Bearer mg-v1-key',
        '-H',
        `content-type: text/plain; it's=$(id)`,
        '--data-raw',
        body,
      ]);
    });
  }

  it('has its path, its query and its method in one word each', () => {
    const method = '`id`;id';
    const request = aRequest({ method, path: "/v1/'$(id)'", query: { "a'": '\u0003`id`' } });
    const [url, , given] = argumentsOf(toCurl(request, TARGET));
    assert.equal(url, "http://127.0.0.1:4010/v1/'$(id)'?a%27=%03%60id%60");
    assert.equal(given, method);
  });

  it('is one request where its path has brackets', () => {
    const [first, url] = argumentsOf(toCurl(aRequest({ path: '/v1/{a,b}[1-9]' }), TARGET));
    assert.deepEqual([first, url], ['-g', 'http://127.0.0.1:4010/v1/{a,b}[1-9]']);
  });
});
