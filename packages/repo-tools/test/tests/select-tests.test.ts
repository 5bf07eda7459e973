import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectTests } from '../../src/tests/select-tests.ts';

const FILES = ['packages/mock/test/seed.test.ts', 'packages/core/test/price.test.ts'];

describe('pnpm test', () => {
  it('runs every file, in order, when no part of a path is given', () => {
    assert.deepEqual(selectTests(FILES, []), { files: FILES.toReversed(), flags: [] });
  });

  it('keeps the files that contain any of the given parts', () => {
    assert.deepEqual(selectTests(FILES, ['packages/core']).files, [FILES[1]]);
    assert.deepEqual(selectTests(FILES, ['price', 'seed']).files, FILES.toReversed());
  });

  it('hands flags on to node', () => {
    const { files, flags } = selectTests(FILES, ['--test-name-pattern=free', 'seed']);
    assert.deepEqual(flags, ['--test-name-pattern=free']);
    assert.deepEqual(files, [FILES[0]]);
  });

  it('refuses to run nothing', () => {
    assert.throws(() => selectTests([], []), /No test file found/);
    assert.throws(() => selectTests(FILES, ['prize']), /None of the 2 test files has "prize"/);
  });
});
