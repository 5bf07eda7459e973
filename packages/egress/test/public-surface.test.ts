import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/egress')).toSorted(), [
    'createForwarder',
    'createGuardedHttpClient',
    'judgeAddress',
    'judgeUrl',
    'passThrough',
  ]);
});

it('exports exactly these names from /judge', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/egress/judge')).toSorted(), [
    'judgeAddress',
    'judgeUrl',
  ]);
});
