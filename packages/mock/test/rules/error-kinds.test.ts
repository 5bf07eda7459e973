import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';

/* What failures with a status of no error of the gateway say of their kind. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

const MODEL = 'acme/quill-1';
const TURNS = { messages: [{ role: 'user', content: 'q' }] };

/** The status, its kind, and what messages and the streams of responses call it. */
const KINDS = [
  [405, 'invalid_request', 'invalid_request_error', 'invalid_prompt'],
  [412, 'precondition_failed', 'invalid_request_error', 'server_error'],
  [422, 'unprocessable', 'invalid_request_error', 'invalid_prompt'],
  [501, 'server', 'api_error', 'server_error'],
  [504, 'timeout', 'timeout_error', 'server_error'],
] as const;

for (const [status, kind, type, code] of KINDS) {
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

  describe(`a stream that breaks with ${status}`, () => {
    /** The data of the last events. */
    const end = async (path: string, body: object) => {
      await using t = gateway.tenant();
      t.chat().end('error-event', { afterDeltas: 1, error: { code: status, message: 'Broken.' } });
      const response = await fetch(`${t.baseURL}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, max_tokens: 9, stream: true, ...body }),
      });
      const told = (await response.text()).split('\n').find((line) => line.includes('Broken.'));
      return JSON.parse(told?.slice('data: '.length) ?? '');
    };

    it(`is ${kind} in chat completions`, async () => {
      const { error } = await end('/chat/completions', TURNS);
      const metadata = { error_type: kind };
      assert.deepEqual(error, { code: status, message: 'Broken.', metadata });
    });

    it(`is ${kind} and ${type} in messages`, async () => {
      const { error } = await end('/messages', TURNS);
      assert.deepEqual(error, { type, message: 'Broken.', error_type: kind });
    });

    it(`is ${kind} and ${code} in responses`, async () => {
      const { response } = await end('/responses', { input: 'q' });
      assert.deepEqual(response.error, { code, message: 'Broken.' });
      assert.equal(response.error_type, kind);
    });
  });
}
