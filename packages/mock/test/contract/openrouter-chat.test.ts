import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenRouter } from '@openrouter/sdk';
import { NotFoundResponseError } from '@openrouter/sdk/models/errors';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

const clientOf = ({ apiKey, baseURL }: RunningMockGateway) =>
  new OpenRouter({ apiKey, serverURL: baseURL, retryConfig: { strategy: 'none' } });

const HELLO = {
  model: 'acme/quill-1',
  messages: [{ role: 'user' as const, content: 'Hello' }],
};
const ASKING = { xOpenRouterMetadata: 'enabled' as const };

/** The official client of the look-alike validates every answer; a wrong name or type rejects. */
describe('@openrouter/sdk, asking how its conversation was routed', () => {
  it('reads it in a whole answer', async () => {
    await using gateway = await startMockGateway({ dialect: 'openrouter', world: 'tiny' });
    const answer = await clientOf(gateway).chat.send({
      ...ASKING,
      chatRequest: { ...HELLO, stream: false },
    });
    assert.ok('usage' in answer);
    const { requested, attempt, endpoints } = answer.openrouterMetadata ?? assert.fail('nothing');
    assert.deepEqual([requested, attempt], ['acme/quill-1', 1]);
    assert.deepEqual(
      endpoints.available.map(({ selected }) => selected),
      [true],
    );
  });

  it('reads it in the last chunk of a stream', async () => {
    await using gateway = await startMockGateway({ dialect: 'openrouter', world: 'tiny' });
    const chunks = await clientOf(gateway).chat.send({
      ...ASKING,
      chatRequest: { ...HELLO, stream: true },
    });
    assert.ok(Symbol.asyncIterator in chunks);
    const told: (number | undefined)[] = [];
    for await (const { openrouterMetadata } of chunks) told.push(openrouterMetadata?.attempt);
    assert.deepEqual([told.pop(), new Set(told)], [1, new Set([undefined])]);
  });

  it('reads it beside an error', async () => {
    await using gateway = await startMockGateway({ dialect: 'openrouter', world: 'tiny' });
    const asked = clientOf(gateway).chat.send({
      ...ASKING,
      chatRequest: { ...HELLO, provider: { only: ['nobody'] }, stream: false },
    });
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof NotFoundResponseError);
      assert.equal(error.openrouterMetadata?.['attempt'], 0);
      return true;
    });
  });
});
