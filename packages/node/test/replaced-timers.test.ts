import assert from 'node:assert/strict';
import { it } from 'node:test';

// A file of its own: the module must not have been loaded before.
it('answers do not wait for a global timer that was replaced before the package was loaded', async ({
  mock,
}) => {
  const replaced = mock.method(globalThis, 'setImmediate', () => ({ unref() {} }));
  const { endOfTurn } = await import('@model-gateway/node');
  replaced.mock.resetCalls();
  await endOfTurn();
  assert.equal(replaced.mock.callCount(), 0);
});
