import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warningHeader } from '../../src/inference/delivery/header-text.ts';

function headerOf(count: number, length: number): string {
  const warnings = Array.from({ length: count }, (_, at) => ({
    parameter: String(at).padStart(length, 'p'),
    note: 'ignored',
  }));
  return warningHeader(warnings)['x-gateway-warnings'] ?? '';
}

describe('the header of warnings (contract §4.3)', () => {
  it('has all that have room, each once', () => {
    const quality = { parameter: 'quality', note: 'ignored' };
    const seed = { parameter: 'seed', note: 'ignored' };
    assert.deepEqual(warningHeader([]), {});
    assert.deepEqual(warningHeader([quality, seed, quality]), {
      'x-gateway-warnings': 'quality=ignored, seed=ignored',
    });
  });

  it('has whole warnings, and says how many others there are', () => {
    for (const length of [8, 40, 93, 200]) {
      for (const count of [10, 60, 1000]) {
        const header = headerOf(count, length);
        assert.ok(header.length <= 1000);
        const texts = header.split(', ');
        const [, left = '0'] = /^(\d+) more$/.exec(texts.at(-1) ?? '') ?? [];
        const shown = left === '0' ? texts : texts.slice(0, -1);
        assert.ok(shown.every((text) => /^p*\d+=ignored$/.test(text)));
        assert.equal(shown.length + Number(left), count);
      }
    }
    assert.equal(headerOf(2, 2000).slice(-10), 'pp, 1 more');
  });

  it('is as long as it may be', () => {
    // 50 of 18 characters, with what is between them.
    assert.equal(headerOf(50, 10).length, 998);
    assert.doesNotMatch(headerOf(50, 10), /more/);
    assert.match(headerOf(51, 10), /, \d more$/);
  });
});
