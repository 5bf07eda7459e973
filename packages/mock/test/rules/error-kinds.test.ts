import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

/* What failures with a status of no error of the gateway say of their kind. */

let gateway: RunningMockGateway;
before(async () => {
  gateway = await startMockGateway({ world: 'tiny' });
});
after(() => gateway.close());

const MODEL = 'acme/quill-1';
const TURNS = { messages: [{ role: 'user', content: 'q' }] };

/** The status, its kind, and what messages call it. */
const KINDS = [
  [412, 'precondition_failed', 'invalid_request_error'],
  [422, 'unprocessable', 'invalid_request_error'],
  [501, 'server', 'api_error'],
  [504, 'timeout', 'timeout_error'],
] as const;

for (const [status, kind, type] of KINDS) {
  describe(`a failure with ${status}`, () => {
    const answer = async (path: string, body: object, metadata?: Record<string, unknown>) => {
      await using t = gateway.tenant();
      t.chat().fail(status, { metadata });
      const response = await fetch(`${t.baseURL}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, max_tokens: 9, ...body }),
      });
      assert.equal(response.status, status);
      return (await response.json()) as Record<string, unknown>;
    };

    it(`is ${kind} in chat completions`, async () => {
      const { error } = await answer('/chat/completions', TURNS);
      const message = `A rule of this mock answers with status ${status}`;
      assert.deepEqual(error, { code: status, message, metadata: { error_type: kind } });
    });

    it(`is ${kind} and ${type} in messages`, async () => {
      const { error } = await answer('/messages', TURNS);
      const message = `A rule of this mock answers with status ${status}`;
      assert.deepEqual(error, { type, message, error_type: kind });
    });

    it(`is ${kind} in responses`, async () => {
      const { error, error_type } = await answer('/responses', { input: 'q' });
      assert.equal(error_type, kind);
      const message = `A rule of this mock answers with status ${status}`;
      assert.deepEqual(error, { code: status, message, metadata: { error_type: kind } });
    });

    it('is what the author of the rule says', async () => {
      const { error } = await answer('/chat/completions', TURNS, { error_type: 'own' });
      assert.deepEqual((error as { metadata: object }).metadata, { error_type: 'own' });
    });
  });
}
