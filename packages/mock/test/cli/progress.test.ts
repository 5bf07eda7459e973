import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progressLine } from '../../src/cli/progress.ts';

function written(isTTY: boolean): string {
  let text = '';
  const line = progressLine('models', { isTTY, write: (more) => (text += more) });
  line.update(5000, 20_000);
  line.clear();
  return text;
}

describe('progress line', () => {
  it('counts in place on a terminal and takes itself away', () => {
    assert.equal(written(true), '\r\u001b[K25% 5,000 of 20,000 models\r\u001b[K');
  });

  it('stays silent elsewhere', () => {
    assert.equal(written(false), '');
  });
});
