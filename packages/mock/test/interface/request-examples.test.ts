import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { createOpenApiDocument } from '@model-gateway/openapi';

/* The page of a mock offers these requests to its reader, to be sent as they are. */

/** What asks a model, by the name of its operation. */
const ASKED: Readonly<Record<string, string>> = {
  createImage: '/images',
  createChatCompletion: '/chat/completions',
  createMessage: '/messages',
  countMessageTokens: '/messages/count_tokens',
  createResponse: '/responses',
  createEmbeddings: '/embeddings',
  createRerank: '/rerank',
};

describe('a request of the OpenAPI document', () => {
  for (const [id, path] of Object.entries(ASKED)) {
    it(`is answered by the tiny world: ${id}`, async () => {
      await using gateway = await startMockGateway({ world: 'tiny', images: 'small' });
      const response = await fetch(gateway.baseURL + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(exampleOf(path)),
      });
      assert.equal(response.status, 200, await response.text());
    });
  }
});

function exampleOf(path: string): unknown {
  const body = createOpenApiDocument().paths[path]?.post?.requestBody;
  const example = body?.content['application/json']?.example;
  assert.notEqual(example, undefined);
  return example;
}
