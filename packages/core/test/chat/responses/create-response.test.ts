import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provider } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import { bearer, post } from '../../builders.ts';
import {
  aChatGateway,
  ACCOUNT,
  anEndpoint,
  answered,
  aTalker,
  chunksOf,
  DONE,
  fails,
  ISSUER,
  MODEL,
  reads,
  says,
  START,
  STOP,
  type Scene,
  type Talk,
} from '../chat-builders.ts';
import { eventsOf, rejoin, type Response } from './rejoin.ts';

const TOOLS = [
  { type: 'function', name: 'weather', parameters: { type: 'object' }, strict: false },
  { type: 'web_search', external_web_access: true },
];

async function send(
  { gateway }: Pick<Scene, 'gateway'>,
  body: object = {},
  given: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  return post(gateway, '/responses', { model: MODEL, input: 'Hi', ...body }, given);
}

function jsonOf<Json = Response>({ body }: GatewayResponse): Json {
  // What the gateway sent; a wrong shape shows as a difference.
  if (body.kind === 'json') return body.value as Json;
  assert.ok(body.kind === 'bytes');
  return JSON.parse(Buffer.concat(body.parts).toString()) as Json;
}

interface ErrorJson {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly metadata: { readonly error_type: string; readonly issues?: readonly object[] };
  };
  readonly error_type: string;
}

const sealedReasoning: readonly ChatPart[] = [
  { type: 'open', block: 0, kind: 'reasoning', isSummary: true },
  { type: 'delta', block: 0, text: 'Hm.' },
  { type: 'close', block: 0, sealed: { issuer: ISSUER, data: { signature: 'sig' } } },
];
const calling: readonly ChatPart[] = [
  { type: 'open', block: 1, kind: 'call', id: 'call_1', name: 'weather', by: 'client' },
  { type: 'delta', block: 1, text: '{"city":"Rom"}' },
  { type: 'close', block: 1 },
];
const CALLS: Talk = reads(
  [START, ...sealedReasoning, ...calling],
  [{ type: 'finish', reason: 'calls', raw: 'x' }, DONE],
);

describe('POST /responses', () => {
  it('answers whole, with the generation’s id, and charges', async () => {
    const scene = aChatGateway([aTalker('acme')]);
    const response = await send(scene, { metadata: { a: 'b' } });
    const { id, status, output, metadata, usage } = jsonOf(response);
    assert.equal(response.status, 200);
    assert.equal(id, response.headers['x-generation-id']);
    assert.deepEqual([status, metadata, output.length], ['completed', { a: 'b' }, 1]);
    // 10 tokens of input and 2 of output.
    assert.equal(Number(scene.ledger.balanceOf(ACCOUNT)), 9.97);
    assert.equal((usage as { readonly cost: number }).cost, 0.03);
  });

  it('streams, and ends with what it would have answered whole', async () => {
    const scene = aChatGateway([aTalker('acme')]);
    const response = await send(scene, { stream: true });
    const streamed = rejoin(await chunksOf(response));
    const { id: _, ...whole } = jsonOf(await send(scene));
    const { id: __, ...last } = streamed;
    // Ids of items have the id of the answer.
    const plain = (one: object) => JSON.stringify(one).replaceAll(/msg_[^"]+/g, 'msg');
    assert.deepEqual(JSON.parse(plain(last)), JSON.parse(plain(whole)));
  });

  it('has a whole call as completed, whatever the limit cut off behind it', async () => {
    const talk = reads([
      START,
      ...calling.map((part) => ({ ...part, block: 0 })),
      { type: 'finish', reason: 'length', raw: 'length' },
      DONE,
    ]);
    const scene = aChatGateway([aTalker('acme', [talk, talk])]);
    const whole = jsonOf(await send(scene, { tools: TOOLS }));
    const streamed = rejoin(await chunksOf(await send(scene, { tools: TOOLS, stream: true })));
    for (const { status, output } of [whole, streamed]) {
      assert.equal(status, 'incomplete');
      assert.deepEqual(
        [output[0]?.['type'], output[0]?.['status']],
        ['function_call', 'completed'],
      );
    }
  });

  it('plays a turn with a tool: reasoning and call come back to the issuer as they were', async () => {
    const other = aTalker('other', says(['No']), anEndpoint({ issuer: 'openai-chat@other' }));
    const talker = aTalker('acme', [CALLS, says(['Sunny'])]);
    const scene = aChatGateway([other, talker]);
    const only = { provider: { only: ['acme'] } };
    const input = [{ role: 'user', content: 'Weather?' }];
    const first = await send(scene, { input, tools: TOOLS, stream: true, ...only });
    assert.equal(first.headers['x-gateway-warnings'], 'tools.web_search=ignored');
    const { output } = rejoin(await chunksOf(first));
    assert.deepEqual(
      output.map(({ type }) => type),
      ['reasoning', 'function_call'],
    );
    const result = { type: 'function_call_output', call_id: 'call_1', output: 'sunny' };
    // No preference: who sealed the reasoning is asked first.
    await send(scene, { input: [...input, ...output, result], tools: TOOLS });
    const [, turn, results] = talker.jobs[1]?.request.messages ?? [];
    assert.deepEqual(turn?.blocks, [
      {
        type: 'reasoning',
        text: 'Hm.',
        isSummary: true,
        sealed: { issuer: ISSUER, data: { signature: 'sig' } },
      },
      { type: 'call', id: 'call_1', name: 'weather', input: '{"city":"Rom"}', by: 'client' },
    ]);
    assert.equal(results?.blocks[0]?.type, 'result');
  });

  it('names the roles where a message has another one', async () => {
    const input = [{ role: 'tool', tool_call_id: 'call_1', content: 'sunny' }];
    const response = await send(aChatGateway([aTalker('acme')]), { input });
    assert.equal(response.status, 400);
    assert.match(
      jsonOf<ErrorJson>(response).error.message,
      /: input\[0\]\.role must be one of system, developer, user, assistant, got "tool"$/,
    );
  });

  it('says what a message needs where its type says that it is one', async () => {
    const gateway = aChatGateway([aTalker('acme')]);
    const input = [{ type: 'message', role: 'tool', content: 'Hi' }];
    const response = await send(gateway, { input });
    assert.match(
      jsonOf<ErrorJson>(response).error.message,
      /: input\[0\]\.type is message, which needs a content and one of the roles system, developer/,
    );
  });

  it('refuses a user of more than 256 characters (contract §14.1)', async () => {
    const gateway = aChatGateway([aTalker('acme')]);
    const [long, longest] = [257, 256].map((length) => ({ user: 'u'.repeat(length) }));
    const refused = await send(gateway, { input: 'Hi', ...long });
    assert.equal(refused.status, 400);
    assert.match(
      jsonOf<ErrorJson>(refused).error.message,
      /: user: text of at most 256 characters/,
    );
    assert.equal((await send(gateway, { input: 'Hi', ...longest })).status, 200);
    // Characters of two code units each.
    for (const name of ['user', 'session_id']) {
      const { status } = await send(gateway, { input: 'Hi', [name]: '😀'.repeat(256) });
      assert.equal(status, 200, name);
    }
  });

  it('says so where it leaves out sealed data that nobody could read', async () => {
    const talker = aTalker('acme');
    const forged = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'mg1.forged' };
    const input = [forged, { role: 'user', content: 'Hi' }];
    const response = await send(aChatGateway([talker]), { input });
    assert.equal(response.headers['x-gateway-warnings'], 'input.encrypted_content=ignored');
    assert.ok(!JSON.stringify(talker.jobs).includes('forged'));
  });

  it('gives what only its wire knows to endpoints of that wire, and is otherwise refused', async () => {
    const item = { type: 'tool_search_call', id: 'ts_1' };
    // It has a role, as messages have.
    const offered = { type: 'additional_tools', role: 'developer', tools: [] };
    const input = [item, offered, { role: 'user', content: 'Hi' }];
    const own = aTalker('own', says(['Hi']), anEndpoint({ wire: 'openai-responses' }));
    assert.equal(
      (await send(aChatGateway([own]), { input, client_metadata: { a: 1 } })).status,
      200,
    );
    const { extras, messages } = own.jobs[0]?.request ?? {};
    assert.deepEqual(extras, { client_metadata: { a: 1 } });
    const foreign = { type: 'foreign', wire: 'openai-responses' };
    assert.deepEqual(messages?.[0]?.blocks, [
      { ...foreign, value: item, at: 'input[0]' },
      { ...foreign, value: offered, at: 'input[1]' },
    ]);
    const refused = await send(aChatGateway([aTalker('acme')]), { input });
    assert.equal(refused.status, 400);
    assert.match(
      jsonOf<ErrorJson>(refused).error.message,
      /: input\[0\] must not be of type tool_search_call: the model cannot read it/,
    );
  });

  it('reports what an endpoint of another wire does not get', async () => {
    const body = {
      client_metadata: { a: 1 },
      truncation: 'auto',
      // The name of another interface, which is not what it is called here.
      max_tokens: 5,
      tools: [{ type: 'local_shell' }],
    };
    const response = await send(aChatGateway([aTalker('acme')]), body);
    assert.equal(
      response.headers['x-gateway-warnings'],
      'client_metadata=ignored, max_tokens=ignored, truncation=ignored, tools.local_shell=ignored',
    );
  });

  it('reports what a provider left out as the client wrote it', async () => {
    const talker = aTalker('one');
    const warned: Provider = {
      ...talker,
      chat: {
        endpoint: (model) => talker.chat?.endpoint(model),
        async answer(job, context) {
          const answer = await talker.chat?.answer(job, context);
          assert.ok(answer);
          return { ...answer, warnings: [{ parameter: 'max_tokens', note: 'clamped:16' }] };
        },
      },
    };
    for (const stream of [true, false]) {
      const response = await send(aChatGateway([warned]), { max_output_tokens: 3, stream });
      assert.equal(response.headers['x-gateway-warnings'], 'max_output_tokens=clamped:16');
    }
  });

  it('refuses another verbosity than chat completions take', async () => {
    const refused = await send(aChatGateway([aTalker('acme')]), { text: { verbosity: 'x' } });
    assert.equal(refused.status, 400);
    assert.match(
      jsonOf<ErrorJson>(refused).error.message,
      /: text\.verbosity must be one of low, medium, high, xhigh, max, got "x"/,
    );
  });

  it('names what an endpoint cannot do as the client wrote it', async () => {
    const endpoint = anEndpoint({ parameters: new Set(), maxOutputTokens: 10 });
    const scene = aChatGateway([aTalker('acme', says(['Hi']), endpoint)]);
    const names: readonly (readonly [body: object, path: string])[] = [
      [{ max_output_tokens: 11 }, 'max_output_tokens'],
      [{ text: { format: { type: 'json_object' } } }, 'text.format'],
      [{ include: ['message.output_text.logprobs'] }, 'include'],
    ];
    for (const [body, path] of names) {
      const { error } = jsonOf<ErrorJson>(await send(scene, body));
      assert.ok(error.message.includes(`: ${path} `), error.message);
    }
  });

  const errors: readonly (readonly [
    what: string,
    talk: Talk,
    body: object,
    status: number,
    type: string,
  ])[] = [
    ['a member that needs a memory', says(['Hi']), { store: true }, 400, 'invalid_request'],
    ['an unknown model', says(['Hi']), { model: 'acme/none' }, 404, 'not_found'],
    ['no input', says(['Hi']), { input: undefined }, 400, 'invalid_request'],
    ['a full provider', fails('rate-limited'), {}, 429, 'rate_limit_exceeded'],
    ['a broken provider', fails('server'), {}, 502, 'provider_unavailable'],
    ['an overloaded provider', fails('overloaded'), {}, 529, 'provider_overloaded'],
    ['a refused prompt', fails('policy'), {}, 400, 'invalid_request'],
    ['too long a prompt', fails('context'), {}, 400, 'invalid_request'],
  ];
  for (const [what, talk, body, status, type] of errors) {
    for (const stream of [false, true]) {
      it(`is ${status} ${type} for ${what}, ${stream ? 'streamed' : 'whole'}`, async () => {
        const response = await send(aChatGateway([aTalker('acme', talk)]), { ...body, stream });
        const { error, error_type: beside } = jsonOf<ErrorJson>(response);
        assert.equal(response.status, status);
        assert.equal(error.code, status);
        assert.deepEqual([error.metadata.error_type, beside], [type, type]);
      });
    }
  }

  it('has errors of the steps before it in the same form', async () => {
    const scene = aChatGateway([aTalker('acme')]);
    const response = await send(scene, {}, { headers: {} });
    assert.equal(response.status, 401);
    assert.equal(jsonOf<ErrorJson>(response).error_type, 'authentication');
  });

  it('fails in the stream once something was said, and never completes', async () => {
    const scene = aChatGateway([aTalker('acme', fails('server', ['Hel', 'lo']))]);
    const frames = await chunksOf(await send(scene, { stream: true }));
    const { status, error, output } = rejoin(frames);
    assert.equal(status, 'failed');
    assert.equal((error as { readonly code: string }).code, 'server_error');
    assert.equal(output[0]?.['status'], 'incomplete');
    assert.ok(!frames.join('').includes('[DONE]'));
  });

  it('begins a slow stream with comments, and fails in it when nobody answers', async () => {
    const silent: Talk = async function* (_job, { signal, dispatched }) {
      dispatched();
      yield [];
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    };
    const scene = aChatGateway([aTalker('acme', silent)], { firstOutputMs: 40_000 });
    const { value: response, waitedMs } = await answered(scene, send(scene, { stream: true }));
    assert.deepEqual([response.status, waitedMs], [200, 15_000]);
    const { value: frames } = await answered(scene, chunksOf(response));
    assert.ok(frames[0]?.startsWith(':'));
    assert.equal(eventsOf(frames).at(-1)?.type, 'response.failed');
  });

  it('says nothing of reasoning that ended with the stop alone', async () => {
    const scene = aChatGateway([aTalker('acme', reads([START, STOP, DONE]))]);
    const { status, output } = rejoin(await chunksOf(await send(scene, { stream: true })));
    assert.deepEqual([status, output], ['completed', []]);
  });
});

describe('gateway_metadata of responses (contract §12.14)', () => {
  const headers = { ...bearer(), 'x-gateway-metadata': 'enabled' };

  it('is in a whole answer', async () => {
    const json = jsonOf<object>(await send(aChatGateway([aTalker('one')]), {}, { headers }));
    assert.ok('gateway_metadata' in json);
  });

  for (const [type, talk] of [
    ['response.completed', says(['Hi'])],
    ['response.failed', fails('cut-off', ['Hel'])],
  ] as const) {
    it(`is in ${type}, and in no event before`, async () => {
      const scene = aChatGateway([aTalker('one', talk)]);
      const response = await send(scene, { stream: true }, { headers });
      const events = eventsOf(await chunksOf(response));
      const last = events.at(-1);
      assert.equal(last?.type, type);
      assert.match(JSON.stringify(last), /"gateway_metadata":\{"requested"/);
      assert.doesNotMatch(JSON.stringify(events.slice(0, -1)), /gateway_metadata/);
    });
  }
});
