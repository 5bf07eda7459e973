import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffOf } from '../../src/mutation/mutant.ts';

const SOURCE = 'const a = 1;\n  if (\n    a < 2\n  ) b();\n';

describe('the diff of a mutant', () => {
  it('shows the whole line, with its number', () => {
    const start = SOURCE.indexOf('<');
    const mutant = { mutator: 'operator', start, end: start + 1, text: '<=' };
    assert.deepEqual(diffOf(SOURCE, mutant), { line: 3, was: 'a < 2', becomes: 'a <= 2' });
  });

  it('joins the lines that a change goes across', () => {
    const start = SOURCE.indexOf('if');
    const mutant = { mutator: 'statement', start, end: SOURCE.indexOf('b()'), text: '' };
    assert.deepEqual(diffOf(SOURCE, mutant), {
      line: 2,
      was: 'if ( a < 2 ) b();',
      becomes: 'b();',
    });
  });

  it('reaches the first line and the last', () => {
    const mutant = { mutator: 'literal', start: 0, end: 1, text: '' };
    assert.deepEqual(diffOf('1', mutant), { line: 1, was: '1', becomes: '' });
  });
});
