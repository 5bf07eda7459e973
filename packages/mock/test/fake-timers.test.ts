import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';

// A file of its own: what the mock loads when it starts must not have been loaded before.
it('a mock that starts under fake timers answers', async ({ mock }) => {
  mock.timers.enable();
  await using gateway = await startMockGateway();
  const response = await fetch(`${gateway.baseURL}/models`, {
    headers: { authorization: `Bearer ${gateway.apiKey}` },
  });
  assert.equal(response.status, 200);
});
