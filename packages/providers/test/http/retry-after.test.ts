import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryAfterMs } from '../../src/http/retry-after.ts';

const NOW = Date.UTC(2026, 7, 1);
const DAY = 24 * 60 * 60 * 1000;

describe('retryAfterMs', () => {
  const table: readonly (readonly [
    headers: Record<string, string>,
    expected: number | undefined,
  ])[] = [
    [{}, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': ' 7 ' }, 7000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': '99999999999999999999' }, DAY],
    [{ 'retry-after': 'Sat, 01 Aug 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Fri, 31 Jul 2026 23:59:59 GMT' }, 0],
    [{ 'retry-after': 'Sat, 01 Aug 2099 00:00:00 GMT' }, DAY],
    [{ 'retry-after': 'Sat, 99 Foo 2026 00:00:30 GMT' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1e3' }, undefined],
    [{ 'retry-after': '0x10' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'in 5 minutes' }, undefined],
    [{ 'retry-after': '2026-08-01' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': '5, 6' }, undefined],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after-ms': '0.2', 'retry-after': '7' }, 1],
    [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m6s' }, 66_000],
    [{ 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-reset-tokens': '6m0s' }, undefined],
    [
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '120ms',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1.57s',
      },
      1570,
    ],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': 'soon' }, undefined],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '99999h' }, DAY],
    [
      {
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-08-01T00:00:42Z',
      },
      42_000,
    ],
    [
      {
        'retry-after': '7',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1s',
      },
      7000,
    ],
  ];
  for (const [headers, expected] of table) {
    it(`of ${JSON.stringify(headers)} is ${expected}`, () => {
      assert.equal(retryAfterMs(headers, NOW), expected);
    });
  }
});
