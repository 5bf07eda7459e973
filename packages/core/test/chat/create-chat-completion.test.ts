import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation, type Provider } from '@model-gateway/core';
import { emptyResponse } from '@model-gateway/core/http';
import * as v from 'valibot';
import { aGateway, aKey, aRequest, bearer } from '../builders.ts';
import {
  ChatCompletionChunkSchema,
  ChatCompletionSchema,
} from '../../src/resources/chat-completion.ts';
import {
  ACCOUNT,
  aChatGateway,
  aTalker,
  chunksOf,
  CLOSE,
  delta,
  DONE,
  fails,
  framesOf,
  jsonOf,
  MODEL,
  OPEN,
  reads,
  saidIn,
  says,
  START,
  STOP,
  usage,
} from './chat-builders.ts';

describe('POST /chat/completions', () => {
  it('answers with the JSON of the field', async () => {
    const { chat } = aChatGateway([aTalker('one')]);
    const response = await chat();
    const json = jsonOf(response);
    assert.equal(response.status, 200);
    assert.ok(v.is(ChatCompletionSchema, json));
    assert.match(json.id, /^gen-\d+-\w{20}$/);
    assert.equal(response.headers['x-generation-id'], json.id);
    assert.equal(response.headers['x-provider-name'], 'ONE');
    assert.equal(json.model, MODEL);
    assert.equal(json.provider, 'ONE');
    assert.equal(json.choices[0].message['content'], 'Hello there');
    assert.equal(json.choices[0].finish_reason, 'stop');
    assert.deepEqual(json.usage, {
      prompt_tokens: 10,
      completion_tokens: 2,
      total_tokens: 12,
      cost: 0.03,
    });
  });

  it('answers with frames, one chunk for each read of the network', async () => {
    const { chat } = aChatGateway([
      aTalker(
        'one',
        reads(
          [START, OPEN, delta('Hel'), delta('lo')],
          [delta('!'), CLOSE, STOP],
          [usage({ inputTokens: 10, outputTokens: 2 }), DONE],
        ),
      ),
    ]);
    const response = await chat({ stream: true });
    assert.equal(
      response.body.kind === 'stream' && response.body.contentType,
      'text/event-stream; charset=utf-8',
    );
    assert.match(response.headers['x-generation-id'] ?? '', /^gen-/);
    assert.equal(response.headers['x-provider-name'], 'ONE');
    const chunks = await chunksOf(response);
    assert.equal(chunks.length, 3);
    const frames = chunks
      .join('')
      .split('\n\n')
      .flatMap((line) =>
        line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as unknown] : [],
      );
    for (const frame of frames) assert.ok(v.is(ChatCompletionChunkSchema, frame));
  });

  it("has the provider's fingerprint of its configuration, and null in a whole answer without one", async () => {
    const start = { type: 'start', fingerprint: 'fp_1' } as const;
    const { chat } = aChatGateway([
      aTalker('one', [
        reads([start, STOP, DONE]),
        reads([START, STOP, DONE]),
        reads([start, OPEN, delta('Hi'), CLOSE, STOP, DONE]),
      ]),
    ]);
    const fingerprintOf = (json: object) => 'system_fingerprint' in json && json.system_fingerprint;
    assert.equal(fingerprintOf(jsonOf(await chat())), 'fp_1');
    assert.equal(fingerprintOf(jsonOf(await chat())), null);
    const frames = await framesOf(await chat({ stream: true }));
    assert.ok(frames.length > 1 && frames.every((frame) => fingerprintOf(frame) === 'fp_1'));
  });

  it('names the role first and the counts last', async () => {
    const { chat } = aChatGateway([aTalker('one')]);
    const frames = await framesOf(await chat({ stream: true }));
    assert.equal(frames[0]?.choices[0]?.delta['role'], 'assistant');
    assert.equal(saidIn(frames), 'Hello there');
    const last = frames.at(-1);
    assert.equal(last?.choices[0]?.finish_reason, 'stop');
    assert.equal(last?.usage?.['cost'], 0.03);
  });

  it('gives the counts a frame of their own where the client asks for it', async () => {
    const { chat } = aChatGateway([aTalker('one')]);
    const body = { stream: true, stream_options: { include_usage: true } };
    const frames = await framesOf(await chat(body));
    assert.deepEqual(frames.at(-1)?.choices, []);
    assert.equal(frames.at(-1)?.usage?.['completion_tokens'], 2);
    assert.equal(frames.at(-2)?.usage, undefined);
  });

  it('leaves the reasoning out for clients that do not want to see it', async () => {
    const thinking = reads(
      [START, { type: 'open', block: 0, kind: 'reasoning' }, delta('Hm.')],
      [
        CLOSE,
        { type: 'open', block: 1, kind: 'text' },
        delta('Yes', 1),
        { type: 'close', block: 1 },
      ],
      [STOP, DONE],
    );
    const { chat } = aChatGateway([aTalker('one', thinking)]);
    const hidden = { reasoning: { exclude: true } };
    const message = jsonOf(await chat(hidden)).choices[0].message;
    assert.equal(message['reasoning'], undefined);
    assert.equal(message['content'], 'Yes');
    const chunks = await chunksOf(await chat({ ...hidden, stream: true }));
    assert.ok(!chunks.join('').includes('Hm.'));
    const shown = await chunksOf(await chat({ stream: true }));
    assert.ok(shown.join('').includes('Hm.'));
  });

  it('tells a call once whole in an answer, and in pieces in a stream', async () => {
    const calling = reads(
      [START, { type: 'open', block: 0, kind: 'call', id: 'call_1', name: 'look', by: 'client' }],
      [delta('{"a":'), delta('1}'), CLOSE, { type: 'finish', reason: 'stop', raw: 'stop' }],
      [DONE],
    );
    const tools = [{ type: 'function', function: { name: 'look' } }];
    const { chat } = aChatGateway([aTalker('one', calling)]);
    const { message, finish_reason: reason } = jsonOf(await chat({ tools })).choices[0];
    assert.equal(reason, 'tool_calls');
    assert.deepEqual(message['tool_calls'], [
      { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } },
    ]);
    const frames = await framesOf(await chat({ tools, stream: true }));
    assert.equal(frames.at(-1)?.choices[0]?.finish_reason, 'tool_calls');
  });

  const refusals: readonly (readonly [string, object, number, RegExp])[] = [
    ['an unknown model', { model: 'acme/none' }, 404, /^Model not found: acme\/none$/],
    ['an unknown fallback', { models: ['acme/none'] }, 404, /^Model not found: acme\/none$/],
    [
      'a model that nobody serves',
      { model: 'acme/quill-2' },
      404,
      /no provider serves acme\/quill-2/,
    ],
    ['a model that makes images', { model: 'acme/paint' }, 400, /makes image, not text/],
    ['n above 1', { n: 2 }, 400, /n must be 1/],
    ['no messages', { messages: [] }, 400, /messages/],
    [
      'a result without a call',
      { messages: [{ role: 'tool', tool_call_id: 'x', content: 'y' }] },
      400,
      /messages\[0\]\.tool_call_id/,
    ],
  ];
  for (const [what, body, status, message] of refusals) {
    it(`refuses ${what} without asking a provider`, async () => {
      const talker = aTalker('one');
      const { chat, ledger } = aChatGateway([talker]);
      const response = await chat(body);
      assert.equal(response.status, status);
      assert.match(jsonOf(response).error?.message ?? '', message);
      assert.equal(talker.jobs.length, 0);
      assert.equal(ledger.balanceOf(ACCOUNT), '10');
    });
  }

  it('hides models that the key may not use', async () => {
    const { chat } = aChatGateway([aTalker('one')], { key: { allowedModels: ['acme/quill-2'] } });
    assert.equal((await chat()).status, 404);
  });

  it('gives providers a pseudonym of the end user', async () => {
    const talker = aTalker('one');
    const { chat } = aChatGateway([talker]);
    await chat({ user: 'ada@acme.test' });
    await chat({ user: 'ada@acme.test' });
    await chat();
    const users = talker.jobs.map(({ user }) => user);
    assert.match(users[0] ?? '', /^[0-9a-f]{64}$/);
    assert.equal(users[1], users[0]);
    assert.equal(users[2], undefined);
  });

  it('records who served, the counts, the cost and the finish', async () => {
    const { chat, records } = aChatGateway([
      aTalker('one', fails('server'), undefined),
      aTalker('two', says(['Hello'], { inputTokens: 10, outputTokens: 2, reasoningTokens: 1 })),
    ]);
    await framesOf(await chat({ stream: true, temperature: 0.5 }));
    await Promise.resolve();
    const [record] = records;
    assert.equal(record?.operation, 'createChatCompletion');
    const generation = record?.generation;
    assert.equal(generation?.task, 'chat');
    assert.deepEqual(generation?.parameters, { temperature: 0.5 });
    assert.equal(generation?.provider?.slug, 'two');
    assert.deepEqual(
      generation?.attempts.map(({ provider, outcome }) => [provider, outcome]),
      [
        ['one', 'failed'],
        ['two', 'succeeded'],
      ],
    );
    assert.equal(generation?.usage?.promptTokens, 10);
    assert.equal(generation?.usage?.reasoningTokens, 1);
    assert.equal(generation?.costUsd, '0.03');
    assert.equal(generation?.finishReason, 'stop');
    assert.deepEqual(generation?.outputs, [{ type: 'text', bytes: 5 }]);
    assert.equal(generation?.firstOutputMs, 0);
    assert.equal(record?.ending, 'complete');
  });
});

describe('a gateway without providers of conversations', () => {
  const post = () => aRequest('/chat/completions', { method: 'POST', headers: bearer() });

  it('leaves the path to its host', async () => {
    const { gateway } = aChatGateway([{ slug: 'one', name: 'One' }]);
    assert.equal(await gateway.handle(post()), undefined);
  });

  it('has it as soon as one comes', async () => {
    const providers: Provider[] = [];
    const { gateway, chat } = aChatGateway(providers);
    assert.equal(await gateway.handle(post()), undefined);
    providers.push(aTalker('one'));
    assert.equal((await chat()).status, 200);
  });

  it("prefers an operation of the host's own", async () => {
    const own = defineOperation({
      id: 'createChatCompletion',
      method: 'POST',
      path: '/chat/completions',
      summary: 'Chat',
      handle: () => emptyResponse(204),
    });
    const gateway = aGateway({ providers: [aTalker('one')], operations: [own] });
    assert.equal((await gateway.handle(post()))?.status, 204);
  });

  it('needs an inference key, unless the host says otherwise', async () => {
    const keys = [aKey({ kind: 'management' })];
    const providers = [aTalker('one')];
    const refusing = aGateway({ keys, providers });
    assert.equal((await refusing.handle(post()))?.status, 403);
    const permissions = { createChatCompletion: 'any' } as const;
    assert.equal((await aGateway({ keys, providers, permissions }).handle(post()))?.status, 400);
  });
});
