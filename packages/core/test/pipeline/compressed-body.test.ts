import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { encodeResponse } from '@model-gateway/core/http';
import { aRequest, bearer } from '../builders.ts';
import { aChatGateway, aTalker, MODEL } from '../chat/chat-builders.ts';

const JSON_TEXT = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'q' }] });

/** Returns the status, and the path and the message of the first issue. */
async function answer(bytes: Uint8Array, encoding?: string): Promise<readonly unknown[]> {
  const { gateway } = aChatGateway([aTalker('one')]);
  const headers = { ...bearer(), ...(encoding !== undefined && { 'content-encoding': encoding }) };
  const body = { kind: 'bytes', read: async () => bytes } as const;
  const request = aRequest('/chat/completions', { method: 'POST', headers, body });
  const response = await gateway.handle(request);
  assert.ok(response);
  const { status, parts } = encodeResponse(response);
  const { error } = JSON.parse(Buffer.concat(parts).toString());
  return error === undefined ? [status] : [status, ...Object.values(error.metadata.issues[0])];
}

describe('a compressed body', () => {
  const plain = Buffer.from(JSON_TEXT);
  const not = 'the body must be UTF-8 text';

  for (const [what, bytes, encoding, ...expected] of [
    ['gzip', gzipSync(plain), 'gzip', 400, 'body', saying(not, '"gzip"')],
    ['deflate', deflateSync(plain), 'Deflate', 400, 'body', saying(not, '"Deflate"')],
    ['gzip that nothing says', gzipSync(plain), undefined, 400, 'body', not],
    ['gzip that is called plain', gzipSync(plain), 'identity', 400, 'body', not],
    ['JSON that is called gzip', plain, 'gzip', 200],
    ['nothing', Buffer.alloc(0), 'br', 400, 'body', saying('a JSON body is required', '"br"')],
  ] as const) {
    it(`is refused by the name of what came, and only if it cannot be read: ${what}`, async () => {
      assert.deepEqual(await answer(bytes, encoding), expected);
    });
  }
});

function saying(problem: string, encoding: string): string {
  return `${problem}; it came with content-encoding ${encoding}, and compressed bodies are not read`;
}
