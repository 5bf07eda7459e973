import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayRequest } from '@model-gateway/core/http';
import { KEY_TEXT } from '../../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  fails,
  says,
} from '../chat-builders.ts';
import { send, errorOf } from './send.ts';

describe('errors of messages', () => {
  const rows: readonly (readonly [
    string,
    number,
    string,
    string,
    object,
    Partial<GatewayRequest>,
  ])[] = [
    ['a missing key', 401, 'authentication_error', 'authentication', {}, { headers: {} }],
    [
      'an unknown key',
      401,
      'authentication_error',
      'authentication',
      {},
      { headers: { 'x-api-key': 'other' } },
    ],
    [
      'two keys',
      401,
      'authentication_error',
      'authentication',
      {},
      { headers: { authorization: `Bearer ${KEY_TEXT}`, 'x-api-key': 'other' } },
    ],
    ['an unknown model', 404, 'not_found_error', 'not_found', { model: 'acme/none' }, {}],
    ['a body that is wrong', 400, 'invalid_request_error', 'invalid_request', { messages: [] }, {}],
    [
      'a body that is not JSON',
      400,
      'invalid_request_error',
      'invalid_request',
      {},
      { body: { kind: 'bytes', read: async () => Buffer.from('{') } },
    ],
    [
      'a choice of a tool that no endpoint has',
      400,
      'invalid_request_error',
      'invalid_request',
      {
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        tool_choice: { type: 'tool', name: 'web_search' },
      },
      {},
    ],
  ];
  for (const path of ['/messages', '/messages/count_tokens']) {
    for (const [what, status, type, kind, body, given] of rows) {
      // Counting needs no endpoint that would serve.
      if (path !== '/messages' && what.startsWith('a choice')) continue;
      it(`have Anthropic's envelope: ${what}, ${path}`, async () => {
        const talker = aTalker('one');
        const scene = aChatGateway([talker]);
        const response = await send(scene, body, { path, ...given });
        assert.equal(response.status, status);
        const { type: envelope, error, request_id: requestId } = errorOf(response);
        assert.deepEqual([envelope, error.type, error.error_type], ['error', type, kind]);
        assert.equal(requestId, response.headers['request-id']);
        assert.equal(requestId, response.headers['x-request-id']);
        assert.equal(talker.jobs.length, 0);
        assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
      });
    }
  }

  const failures = [
    ['rate-limited', 429, 'rate_limit_error'],
    ['server', 502, 'api_error'],
    ['overloaded', 529, 'overloaded_error'],
    ['timeout', 524, 'timeout_error'],
    ['too-large', 413, 'request_too_large'],
    ['context', 400, 'invalid_request_error'],
  ] as const;
  for (const [failure, status, type] of failures) {
    for (const stream of [false, true]) {
      it(`keep the status of a provider that fails with ${failure}${stream ? ', streamed' : ''}`, async () => {
        const scene = aChatGateway([aTalker('one', fails(failure))]);
        const { value: response } = await answered(scene, send(scene, { stream }));
        assert.equal(response.status, status);
        assert.equal(errorOf(response).error.type, type);
      });
    }
  }

  it('are a billing_error for an account with too little', async () => {
    const endpoint = anEndpoint({ pricing: { prompt: '1', completion: '1' } });
    const response = await send(aChatGateway([aTalker('one', says(['a']), endpoint)]));
    assert.deepEqual([response.status, errorOf(response).error.type], [402, 'billing_error']);
  });

  it('name the parameters of the client', async () => {
    const endpoint = anEndpoint({ parameters: new Set(), maxOutputTokens: 10 });
    const scene = aChatGateway([aTalker('one', says(['a']), endpoint)]);
    const schema = { output_config: { format: { type: 'json_schema', schema: {} } } };
    const names = [
      [{ stop_sequences: ['END'], max_tokens: 5 }, 'stop_sequences'],
      [{ ...schema, max_tokens: 5 }, 'output_config.format'],
      [{ max_tokens: 50 }, 'max_tokens'],
    ] as const;
    for (const [body, name] of names) {
      const response = await send(scene, body);
      assert.equal(response.status, 400);
      const { error, metadata } = errorOf(response);
      assert.match(error.message, new RegExp(`: ${name} `));
      assert.equal(metadata?.issues?.[0]?.path, name);
    }
  });
});
