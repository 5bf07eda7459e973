import assert from 'node:assert/strict';
import { it } from 'node:test';

// A file of its own: what is loaded here must not have been loaded before.
it('answers wait for no global timer, even one that was replaced before they were loaded', async ({
  mock,
}) => {
  const replaced = mock.method(globalThis, 'setImmediate', () => ({ unref() {} }));
  const { endOfTurn } = await import('@model-gateway/node');
  replaced.mock.resetCalls();
  await endOfTurn();
  assert.equal(replaced.mock.callCount(), 0);
});
