import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resultTable } from '../../src/release/result-table.ts';

describe('resultTable', () => {
  it('shows what passed, what failed and what does not apply', () => {
    const table = resultTable([
      { row: 'core', column: 'publint', problems: [] },
      { row: 'core', column: 'esm 24', problems: ['it broke'] },
      { row: 'all', column: 'tsc', problems: [] },
    ]);
    assert.deepEqual(table.split('\n'), [
      '      publint  esm 24  tsc',
      'core  ✓        ✗',
      'all                    ✓',
    ]);
  });
});
