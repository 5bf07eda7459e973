import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceSecrets } from '@model-gateway/core';

/** The paths of the secrets in a config. */
function pathsIn(type: string, config: Record<string, unknown>): string[] {
  const paths: string[] = [];
  replaceSecrets(type, config, (value, path) => {
    paths.push(path.join('.'));
    return value;
  });
  return paths;
}

const CASES: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ['datadog', { apiKey: 'a', mlApp: 'b' }, ['apiKey']],
  [
    'webhook',
    { url: 'https://a.example', headers: { a: '1', b: '2' } },
    ['headers.a', 'headers.b'],
  ],
  ['homemade', { accessToken: 'a', plain: 'b' }, ['accessToken']],
  ['homemade', { list: [{ password: 'a' }, { other: 'b' }] }, ['list.0.password']],
  ['homemade', { deep: { headers: { c: 'd' }, dsn: 'e' } }, ['deep.headers.c', 'deep.dsn']],
];

describe('the secrets of a config', () => {
  for (const [type, config, expected] of CASES) {
    it(`of ${type} with ${Object.keys(config).join(', ')} are at ${expected.join(', ')}`, () => {
      assert.deepEqual(pathsIn(type, config), expected);
    });
  }

  it('are replaced in a copy, and left out where nothing takes their place', () => {
    const config = { apiKey: 'a', mlApp: 'b', headers: { c: 'd' } };
    const replaced = replaceSecrets('datadog', config, (value) =>
      value === 'a' ? 'sealed' : undefined,
    );
    assert.deepEqual(replaced, { apiKey: 'sealed', mlApp: 'b', headers: {} });
    assert.deepEqual(config, { apiKey: 'a', mlApp: 'b', headers: { c: 'd' } });
  });
});
