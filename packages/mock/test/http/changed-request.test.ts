import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayRequest } from '@model-gateway/core/http';
import { aRequest } from '../../../core/test/builders.ts';
import { toConversation } from '../../src/chat/conversation.ts';
import { withHeaders, withJson } from '../../src/http/with-body.ts';
import { readConversation } from '@model-gateway/core/kit';

const { signal } = new AbortController();
const REQUEST: GatewayRequest = aRequest('/v1/chat/completions?a', {
  method: 'POST',
  headers: { authorization: 'Bearer a' },
  signal,
});

describe('a request with other members', () => {
  it('has the others of the request', () => {
    const { method, path, search, mount, headers, body } = REQUEST;
    const rest = { method, path, search, mount, signal };
    assert.deepEqual(partsOf(withJson(REQUEST, { a: 1 })), {
      ...rest,
      headers,
      body: { kind: 'parsed', value: { a: 1 } },
    });
    assert.deepEqual(partsOf(withHeaders(REQUEST, { 'x-a': 'b' })), {
      ...rest,
      headers: { 'x-a': 'b' },
      body,
    });
  });

  it('asks for them where they are used', () => {
    const asked: string[] = [];
    const lazy: GatewayRequest = {
      ...REQUEST,
      get headers() {
        asked.push('headers');
        return {};
      },
    };
    const changed = withJson(lazy, {});
    assert.deepEqual(asked, []);
    assert.deepEqual(changed.headers, {});
    assert.deepEqual(asked, ['headers']);
  });

  it('has no accessors of its own, which would outlive it', () => {
    for (const request of [withJson(REQUEST, {}), withHeaders(REQUEST, {})]) {
      assert.deepEqual(gettersOf(request), []);
    }
  });
});

describe('a conversation', () => {
  it('shares its getter with all others, so that it does not outlive its request', () => {
    const [first, second] = ['a', 'b and more'].map((content) => {
      const body = { model: 'acme/quill-1', messages: [{ role: 'user', content }] };
      const request = readConversation('createChatCompletion', body, { headers: {} });
      assert.ok(request);
      return toConversation(request);
    });
    assert.ok(first && second);
    assert.equal(gettersOf(first).length, 1);
    assert.deepEqual(gettersOf(first), gettersOf(second));
    assert.ok(first.tokens < second.tokens);
  });
});

function partsOf({ method, path, search, mount, headers, body, signal: own }: GatewayRequest) {
  return aRequest(path, { search, method, mount, headers, body, signal: own });
}

function gettersOf(value: object): readonly unknown[] {
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  return members.flatMap(({ get }) => get ?? []);
}
