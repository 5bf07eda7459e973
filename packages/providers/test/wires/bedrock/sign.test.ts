import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bedrockHeaders } from '../../../src/bedrock/sign.ts';

it('a key of Bedrock does not ask for the body, which would be joined for it', async () => {
  const request = {
    method: 'POST',
    url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/a/converse',
    get body() {
      return assert.fail('it asked');
    },
  } as const;
  const headers = await bedrockHeaders('own-key', request, { region: 'us-east-1', now: 0 });
  assert.deepEqual(headers, { authorization: 'Bearer own-key' });
});
