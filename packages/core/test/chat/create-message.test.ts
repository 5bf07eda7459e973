import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import { MessageSchema } from '../../src/resources/message.ts';
import { packSealed } from '../../src/chat/sealed-text.ts';
import { aRequest, KEY_TEXT } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  chunksOf,
  delta,
  DONE,
  fails,
  hangs,
  ISSUER,
  MODEL,
  OTHER_MODEL,
  reads,
  says,
  START,
  STOP,
  type Scene,
} from './chat-builders.ts';
import { eventsOf, rejoin } from './messages/events.ts';

/** Sends POST /messages as Anthropic's client does. */
async function send(
  { gateway }: Pick<Scene, 'gateway'>,
  body: object = {},
  { path = '/messages?beta=true', ...given }: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  const messages = [{ role: 'user', content: 'Hi' }];
  const bytes = Buffer.from(JSON.stringify({ model: MODEL, max_tokens: 50, messages, ...body }));
  const request = aRequest(path, {
    method: 'POST',
    headers: { 'x-api-key': KEY_TEXT, 'anthropic-version': '2023-06-01' },
    body: { kind: 'bytes', read: async () => bytes },
    ...given,
  });
  const response = await gateway.handle(request);
  assert.ok(response, `POST ${path} was not answered`);
  return response;
}

/** The JSON of an answer. */
function messageOf({ body }: GatewayResponse): v.InferOutput<typeof MessageSchema> {
  assert.ok(body.kind === 'bytes');
  const json: unknown = JSON.parse(Buffer.concat([...body.parts]).toString());
  assert.ok(v.is(MessageSchema, json), JSON.stringify(json));
  return json;
}

/** The JSON of an error. */
function errorOf({ body }: GatewayResponse) {
  assert.ok(body.kind === 'json');
  // What the gateway sent; a wrong shape shows as a difference.
  return body.value as {
    readonly type: string;
    readonly error: {
      readonly type: string;
      readonly message: string;
      readonly error_type: string;
    };
    readonly request_id: string;
    readonly metadata?: { readonly issues?: readonly { readonly path: string }[] };
  };
}

/** The frames of a stream. */
async function framesOf(response: GatewayResponse): Promise<readonly string[]> {
  const text = (await chunksOf(response)).join('');
  return text.split(/(?<=\n\n)/);
}

const ofAnthropic = (changes: Partial<ChatEndpoint> = {}) =>
  anEndpoint({ wire: 'anthropic-messages', issuer: 'anthropic-messages@acme', ...changes });

describe('POST /messages', () => {
  it('answers with the JSON of Anthropic', async () => {
    const response = await send(aChatGateway([aTalker('one')]));
    assert.equal(response.status, 200);
    const { usage, ...message } = messageOf(response);
    assert.deepEqual(message, {
      id: response.headers['x-generation-id'],
      type: 'message',
      role: 'assistant',
      model: MODEL,
      container: null,
      provider: 'ONE',
      content: [{ type: 'text', text: 'Hello there', citations: null }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
    });
    assert.deepEqual([usage.input_tokens, usage.output_tokens, usage.cost], [10, 2, 0.03]);
    assert.equal(response.headers['request-id'], response.headers['x-request-id']);
  });

  it('answers with events, and begins with the estimate that count_tokens tells', async () => {
    const scene = aChatGateway([aTalker('one')]);
    const response = await send(scene, { stream: true });
    assert.equal(
      response.body.kind === 'stream' && response.body.contentType,
      'text/event-stream; charset=utf-8',
    );
    const events = eventsOf(await framesOf(response));
    assert.equal(rejoin(events)[0]?.['text'], 'Hello there');
    const counted = await send(scene, { stream: true }, { path: '/messages/count_tokens' });
    assert.deepEqual(counted.body, {
      kind: 'json',
      value: { input_tokens: events[0]?.message?.usage['input_tokens'], is_estimate: true },
    });
    assert.equal(events.at(-2)?.usage?.['input_tokens'], 10);
  });

  it('keeps a silent stream open with pings, before and after its first event', async () => {
    const scene = aChatGateway([aTalker('one', hangs())], { commitAfterMs: 1000 });
    const { value: response } = await answered(scene, send(scene, { stream: true }));
    assert.ok(response.body.kind === 'stream');
    const chunks = response.body.chunks[Symbol.asyncIterator]();
    const { value: first } = await answered(scene, chunks.next());
    assert.equal(
      Buffer.from(first.value ?? []).toString(),
      'event: ping\ndata: {"type":"ping"}\n\n',
    );
    await chunks.return?.();
  });

  it('tells an error of a stream that began without output as an event', async () => {
    const talk = fails('overloaded');
    const late = async function* (...given: Parameters<typeof talk>) {
      await new Promise<void>((resolve) => void scene.clock.after(2000, resolve, 'wait'));
      yield* talk(...given);
    };
    const scene: Scene = aChatGateway([aTalker('one', late)], { commitAfterMs: 1000 });
    const { value: response } = await answered(scene, send(scene, { stream: true }));
    assert.equal(response.status, 200);
    const { value: frames } = await answered(scene, framesOf(response));
    assert.deepEqual(eventsOf(frames), [
      {
        type: 'error',
        error: {
          type: 'overloaded_error',
          message: 'Provider returned error',
          error_type: 'provider_overloaded',
        },
      },
    ]);
  });

  it('ends a stream that broke with an error, and no message_stop', async () => {
    const response = await send(aChatGateway([aTalker('one', fails('server', ['Hel']))]), {
      stream: true,
    });
    const events = eventsOf(await framesOf(response));
    assert.equal(events.at(-1)?.error?.['type'], 'api_error');
    assert.ok(events.every(({ type }) => type !== 'message_stop'));
  });

  it('keeps the signature of reasoning that is not to be shown', async () => {
    const sealed = { issuer: ISSUER, data: { signature: 's' } };
    const thinking = reads(
      [START, { type: 'open', block: 0, kind: 'reasoning' }, delta('Hm.')],
      [{ type: 'close', block: 0, sealed }],
      [{ type: 'open', block: 1, kind: 'text' }, delta('Yes', 1), { type: 'close', block: 1 }],
      [STOP, DONE],
    );
    const scene = aChatGateway([aTalker('one', thinking)]);
    const hidden = { thinking: { type: 'adaptive', display: 'omitted' } };
    const expected = { type: 'thinking', thinking: '', signature: packSealed(sealed) };
    assert.deepEqual(messageOf(await send(scene, hidden)).content[0], expected);
    const streamed = eventsOf(await framesOf(await send(scene, { ...hidden, stream: true })));
    assert.deepEqual(rejoin(streamed)[0], expected);
    const [shown] = messageOf(await send(scene)).content;
    assert.deepEqual(shown, { ...expected, thinking: 'Hm.' });
  });

  it('falls back to the next of fallbacks', async () => {
    const endpoints = { [OTHER_MODEL]: anEndpoint() };
    const scene = aChatGateway([
      aTalker('one', fails('server')),
      aTalker('two', says(['Two']), endpoints),
    ]);
    const { value: response } = await answered(
      scene,
      send(scene, { fallbacks: [{ model: OTHER_MODEL }] }),
    );
    assert.equal(messageOf(response).model, OTHER_MODEL);
  });

  it('leaves out what only Anthropic has, and says so', async () => {
    const talker = aTalker('one');
    const scene = aChatGateway([talker]);
    const response = await send(
      scene,
      {
        system: [
          { type: 'text', text: 'x-anthropic-billing-header: cch=1;' },
          { type: 'text', text: 'Be brief.' },
        ],
        tools: [
          { type: 'web_search_20250305', name: 'web_search' },
          { name: 'look', input_schema: { type: 'object' }, eager_input_streaming: true },
        ],
        context_management: { edits: [] },
      },
      { headers: { 'x-api-key': KEY_TEXT, 'anthropic-beta': 'new-2026-01-01' } },
    );
    assert.equal(
      response.headers['x-gateway-warnings'],
      'context_management=ignored, tools.web_search=ignored, tools.eager_input_streaming=ignored, ' +
        'anthropic-beta=ignored, system.x-anthropic-billing-header=ignored',
    );
    const { request } = talker.jobs[0] ?? assert.fail();
    assert.deepEqual(request.messages[0]?.blocks, [{ type: 'text', text: 'Be brief.' }]);
    assert.deepEqual(request.tools, [{ name: 'look', parameters: { type: 'object' } }]);
    assert.deepEqual(
      [request.extras, request.hostedTools, request.betas],
      [{}, undefined, undefined],
    );
  });

  it('passes it on to an endpoint that speaks the same wire, with the beta features that it takes', async () => {
    const talker = aTalker('one', says(['Hi']), ofAnthropic({ betas: new Set(['new-2026']) }));
    const search = { type: 'web_search_20250305', name: 'web_search' };
    const response = await send(
      aChatGateway([talker]),
      {
        tools: [search],
        tool_choice: { type: 'tool', name: 'web_search' },
        context_management: { edits: [] },
      },
      { headers: { 'x-api-key': KEY_TEXT, 'anthropic-beta': 'new-2026,old-2024' } },
    );
    assert.equal(response.headers['x-gateway-warnings'], 'anthropic-beta=ignored');
    const { request } = talker.jobs[0] ?? assert.fail();
    assert.deepEqual(request.hostedTools, [{ name: 'web_search', value: search }]);
    assert.deepEqual(request.betas, ['new-2026']);
    assert.deepEqual(request.extras, { context_management: { edits: [] } });
  });

  it('sends signatures without an issuer to an endpoint of the wire first, and to no other', async () => {
    const other = aTalker(
      'other',
      says(['Other']),
      anEndpoint({ pricing: { prompt: '0', completion: '0' } }),
    );
    const own = aTalker('own', says(['Own']), ofAnthropic());
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 'EqQB' };
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [thinking, { type: 'text', text: 'b' }] },
      { role: 'user', content: 'c' },
    ];
    const response = await send(aChatGateway([other, own]), { messages });
    assert.equal(response.headers['x-provider-name'], 'OWN');
    assert.deepEqual(own.jobs[0]?.request.messages[1]?.blocks[0]?.sealed?.data, {
      signature: 'EqQB',
    });
    const without = await send(aChatGateway([other]), { messages });
    assert.equal(without.headers['x-gateway-warnings'], 'messages.thinking=ignored');
    const [, turn] = other.jobs[0]?.request.messages ?? [];
    assert.deepEqual(turn?.blocks, [{ type: 'text', text: 'b' }]);
  });

  it('records the request as a conversation, with the parameters of the field', async () => {
    const scene = aChatGateway([aTalker('one')]);
    await send(scene, { temperature: 0.5 });
    const [record] = scene.records;
    assert.equal(record?.operation, 'createMessage');
    assert.equal(record?.generation?.task, 'chat');
    assert.deepEqual(record?.generation?.parameters, { max_tokens: 50, temperature: 0.5 });
  });
});

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

describe('POST /messages/count_tokens', () => {
  const count = async (scene: Pick<Scene, 'gateway'>, body: object = {}) => {
    const response = await send(scene, body, { path: '/messages/count_tokens' });
    assert.equal(response.status, 200);
    assert.ok(response.body.kind === 'json');
    // What the gateway sent; a wrong shape shows as a difference.
    return response.body.value as { readonly input_tokens: number; readonly is_estimate?: true };
  };

  it('grows with the conversation, and charges nothing', async () => {
    const talker = aTalker('one');
    const scene = aChatGateway([talker]);
    const messages: object[] = [];
    let last = 0;
    for (const content of ['Hi', 'x'.repeat(100), [{ type: 'text', text: 'a' }]]) {
      messages.push({ role: 'user', content });
      const { input_tokens: tokens, is_estimate: isEstimate } = await count(scene, { messages });
      assert.ok(tokens > last || messages.length === 3, `${tokens} after ${last}`);
      assert.ok(tokens >= last);
      assert.equal(isEstimate, true);
      last = tokens;
    }
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    assert.ok((await count(scene, { messages, tools, system: 'Be brief.' })).input_tokens > last);
    assert.equal(talker.jobs.length, 0);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
  });

  it('counts a conversation that no endpoint could continue', async () => {
    const endpoint = anEndpoint({ contextTokens: 10 });
    const scene = aChatGateway([aTalker('one', says(['a']), endpoint)]);
    const messages = [{ role: 'user', content: 'x'.repeat(3600) }];
    assert.equal((await count(scene, { messages })).input_tokens, 1000);
  });

  /** A provider that counts so. */
  const counting = (countTokens: () => Promise<number>) => {
    const { chat, ...talker } = aTalker('one');
    return { ...talker, chat: { ...(chat ?? assert.fail()), countTokens } };
  };

  it('tells what the provider counts', async () => {
    const scene = aChatGateway([counting(async () => 42)]);
    assert.deepEqual(await count(scene), { input_tokens: 42 });
  });

  it('estimates where the provider fails to count, or takes too long', async () => {
    const failing = aChatGateway([counting(() => Promise.reject(new Error('a bug')))]);
    assert.equal((await count(failing)).is_estimate, true);
    assert.equal(failing.errors.length, 1);
    const slow = aChatGateway([counting(() => new Promise(() => {}))]);
    const { value, waitedMs } = await answered(slow, count(slow));
    assert.equal(value.is_estimate, true);
    assert.ok(waitedMs >= 10_000 && waitedMs < 13_000, String(waitedMs));
  });
});
