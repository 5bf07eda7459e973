import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY_TEXT } from '../../builders.ts';
import { aChatGateway, aTalker } from '../chat-builders.ts';
import { send, errorOf } from './send.ts';

describe('the key of messages', () => {
  const authorization = `Bearer ${KEY_TEXT}`;
  const rows: readonly (readonly [string, Record<string, string>, number])[] = [
    ['x-api-key alone', { 'x-api-key': KEY_TEXT }, 200],
    ['authorization alone', { authorization }, 200],
    ['both, the same', { authorization, 'x-api-key': KEY_TEXT }, 200],
    ['authorization beside an empty x-api-key', { authorization, 'x-api-key': '' }, 200],
    ['both, different', { authorization, 'x-api-key': 'other' }, 401],
    [
      'another scheme beside x-api-key',
      { authorization: 'Basic eA==', 'x-api-key': KEY_TEXT },
      401,
    ],
    ['x-api-key with blanks', { 'x-api-key': `${KEY_TEXT} ${KEY_TEXT}` }, 401],
  ];
  for (const [what, headers, status] of rows) {
    it(`is ${status === 200 ? 'read' : 'refused'}: ${what}`, async () => {
      const response = await send(aChatGateway([aTalker('one')]), {}, { headers });
      assert.equal(response.status, status);
    });
  }

  it('says what is wrong with two keys', async () => {
    const headers = { authorization, 'x-api-key': 'other' };
    const response = await send(aChatGateway([aTalker('one')]), {}, { headers });
    assert.match(errorOf(response).error.message, /hold different keys; send one of them/);
  });

  it('is not read in x-api-key on other paths', async () => {
    const { chat } = aChatGateway([aTalker('one')]);
    assert.equal((await chat({}, { headers: { 'x-api-key': KEY_TEXT } })).status, 401);
  });

  it('is not read in x-api-key where the host switches that off', async () => {
    const scene = aChatGateway([aTalker('one')], { gateway: { xApiKey: false } });
    assert.equal((await send(scene)).status, 401);
    const headers = { authorization, 'x-api-key': 'of the proxy' };
    assert.equal((await send(scene, {}, { headers })).status, 200);
  });
});
