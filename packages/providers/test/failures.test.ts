import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import { API_KEY, startScene } from './attempt.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';

type Row = readonly [script: ScriptName, failure: FailureClass, retryAfterMs?: number];

const TABLE: readonly Row[] = [
  ['status 400 for a parameter', 'parameter'],
  ['status 400 with secrets', 'parameter'],
  ['status 400 without a reason', 'parameter'],
  ['status 400 for the content', 'policy'],
  ['status 400 that breaks off', 'parameter'],
  ['status 422', 'parameter'],
  ['status 401', 'credential'],
  ['status 402', 'credential'],
  ['status 403', 'credential'],
  ['status 403 for the content', 'policy'],
  ['status 404', 'model'],
  ['status 405', 'server'],
  ['status 408', 'timeout'],
  ['status 413', 'too-large'],
  ['status 429', 'rate-limited'],
  ['status 429 in seconds', 'rate-limited', 7000],
  ['status 429 in milliseconds', 'rate-limited', 1500],
  ['status 429 by a date', 'rate-limited', 30_000],
  ['status 429 by a past date', 'rate-limited', 0],
  ['status 429 with garbage', 'rate-limited'],
  ['status 500', 'server'],
  ['status 502', 'server'],
  ['status 503', 'overloaded', 2000],
  ['status 504', 'server'],
  ['status 524', 'timeout'],
  ['status 529', 'overloaded', 3000],
  ['malformed JSON', 'malformed'],
  ['cut JSON', 'malformed'],
  ['HTML', 'malformed'],
  ['empty', 'malformed'],
  ['no content', 'malformed'],
  ['not an object', 'malformed'],
  ['no data', 'malformed'],
  ['empty data', 'malformed'],
  ['data that is null', 'malformed'],
  ['image without b64_json', 'malformed'],
  ['image that is null', 'malformed'],
  ['empty base64', 'malformed'],
  ['cut base64', 'malformed'],
  ['broken base64', 'malformed'],
  ['wrong magic bytes', 'malformed'],
  ['cut in the body', 'server'],
  ['reset in the body', 'server'],
  ['end before the head', 'server'],
  ['reset before the head', 'server'],
  ['redirect to a private address', 'server'],
  ['refusal of the content with 200', 'policy'],
  ['overload with 200', 'overloaded'],
  ['rate limit with 200', 'rate-limited'],
  ['unknown error with 200', 'server'],
  ['stream cut in an event', 'malformed'],
  ['stream ended in an event', 'server'],
  ['stream reset in an event', 'server'],
  ['stream without an image', 'malformed'],
  ['empty stream', 'malformed'],
  ['stream of something else', 'malformed'],
  ['stream with a cut image', 'malformed'],
  ['error in the stream', 'rate-limited'],
  ['refusal in the stream', 'policy'],
  ['failure of the server in the stream', 'server'],
];

describe('an upstream that fails', () => {
  for (const [script, failure, retryAfterMs] of TABLE) {
    it(`with ${script} is ${failure}`, async () => {
      await using scene = await startScene(SCRIPTS[script]);
      await assert.rejects(scene.run({ stream: true }), (error) => {
        assert.ok(error instanceof ProviderFailure, String(error));
        assert.equal(error.failure, failure, error.message);
        assert.equal(error.retryAfterMs, retryAfterMs);
        assert.doesNotMatch(error.message, /https?:|sk-|4711|0123456789abcdef/);
        return true;
      });
      assert.equal(scene.seen.dispatches, 1);
      assert.ok(!scene.seen.events.some(({ type }) => type === 'done'));
      assert.equal(scene.upstream.requests.length, 1);
    });
  }

  it('by being unreachable did not receive the request', async () => {
    await using scene = await startScene([]);
    await scene.upstream[Symbol.asyncDispose]();
    await assert.rejects(scene.run(), { failure: 'server', message: 'it could not be reached' });
    assert.deepEqual(scene.seen, { dispatches: 0, progress: 0, events: [] });
  });

  it('still delivers events from before the failure', async () => {
    await using scene = await startScene(SCRIPTS['error in the stream']);
    await assert.rejects(scene.run({ stream: true }), { failure: 'rate-limited' });
    assert.deepEqual(
      scene.seen.events.map(({ type }) => type),
      ['partial'],
    );
  });

  it('is quoted without keys and URLs when it refuses the request', async () => {
    await using scene = await startScene(
      SCRIPTS['status 400 for a parameter'],
      SCRIPTS['status 400 with secrets'],
      SCRIPTS['status 400 for the content'],
      SCRIPTS['status 400 without a reason'],
    );
    const messages: string[] = [];
    for (let i = 0; i < 4; i++) {
      await scene.run().catch((error: ProviderFailure) => messages.push(error.message));
    }
    assert.deepEqual(messages, [
      'size must be one of 1K, 2K',
      'Key … at … is not allowed',
      'Your request was rejected by our safety system.',
      'it does not accept a parameter',
    ]);
  });

  it('never reveals our own key', async () => {
    const body = JSON.stringify({ error: { message: `Bad credential ${API_KEY}.` } });
    const head = `HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n`;
    await using scene = await startScene([{ write: head + body }]);
    await assert.rejects(scene.run(), { message: 'Bad credential ….' });
  });
});
