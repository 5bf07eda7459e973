import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oncePerObject } from '@model-gateway/core/kit';

it('makes something of each object once', () => {
  const copyOf = oncePerObject((one: { readonly name: string }) => ({ ...one }));
  const [a, likeA] = [{ name: 'a' }, { name: 'a' }];
  assert.deepEqual(copyOf(a), a);
  assert.equal(copyOf(a), copyOf(a));
  assert.notEqual(copyOf(a), copyOf(likeA));
});
