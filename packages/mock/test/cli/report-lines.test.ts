import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportLines } from '../../src/cli/start-up-block.ts';

it('reports every unknown value in a catalog, and whether it is served', () => {
  const found = { value: undefined, count: 1, example: 'a/b' };
  const reports = [
    { ...found, path: 'default_parameters.weird' },
    { ...found, path: 'architecture.weird' },
    { ...found, path: 'architecture.tokenizer', value: 'New', count: 2 },
  ];
  assert.equal(
    reportLines(reports, ['c/d']),
    'unknown member default_parameters.weird (a/b); left out\n' +
      'unknown member architecture.weird (a/b); kept as it is\n' +
      'unknown architecture.tokenizer "New" (2 models, first a/b); kept as it is\n' +
      'signals for "c/d", which is not a model; ignored\n',
  );
});
