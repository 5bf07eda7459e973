import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint, ChatParameter } from '@model-gateway/core/chat';
import { packSealed } from '../../src/chat/sealed-text.ts';
import { aChatGateway, anEndpoint, aTalker, ISSUER, jsonOf, says } from './chat-builders.ts';
import { sent } from './sent.ts';

const TOOLS = [{ type: 'function', function: { name: 'look' } }];
const SCHEMA = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } };

/** An endpoint that has everything but these parameters. */
function without(...names: readonly ChatParameter[]): ChatEndpoint {
  const { parameters } = anEndpoint();
  return anEndpoint({ parameters: new Set([...parameters].filter((one) => !names.includes(one))) });
}

describe('parameters that only tune the answer', () => {
  const rows: readonly (readonly [ChatParameter, object])[] = [
    ['temperature', { temperature: 0 }],
    ['top_p', { top_p: 0.5 }],
    ['top_k', { top_k: 0 }],
    ['min_p', { min_p: 0.1 }],
    ['top_a', { top_a: 0.1 }],
    ['frequency_penalty', { frequency_penalty: 1 }],
    ['presence_penalty', { presence_penalty: 1 }],
    ['repetition_penalty', { repetition_penalty: 1 }],
    ['seed', { seed: 0 }],
    ['logit_bias', { logit_bias: { 7: -100 } }],
    ['parallel_tool_calls', { parallel_tool_calls: false, tools: TOOLS }],
    ['reasoning', { reasoning_effort: 'high' }],
  ];
  for (const [name, body] of rows) {
    it(`are left out and reported: ${name}`, async () => {
      const { response, request } = await sent(without(name), body);
      assert.equal(response.status, 200);
      assert.equal(response.headers['x-gateway-warnings'], `${name}=ignored`);
      assert.ok(request);
      const { sampling, parallelCalls, reasoning } = request;
      assert.deepEqual([sampling, parallelCalls, reasoning], [{}, undefined, undefined]);
    });

    it(`are demanded by require_parameters: ${name}`, async () => {
      const body2 = { ...body, provider: { require_parameters: true } };
      const { response, job } = await sent(without(name), body2);
      assert.equal(response.status, 404);
      const said = `provider\\.require_parameters excludes one, which does not support ${name}$`;
      assert.match(jsonOf(response).error?.message ?? '', new RegExp(said));
      assert.equal(job, undefined);
    });

    it(`reach an endpoint that has them: ${name}`, async () => {
      const { response, request } = await sent(anEndpoint(), body);
      assert.equal(response.headers['x-gateway-warnings'], undefined);
      assert.ok(request);
      const { sampling, parallelCalls, reasoning } = request;
      assert.notDeepEqual([sampling, parallelCalls, reasoning], [{}, undefined, undefined]);
    });
  }

  it('say nothing where there is nothing to tune', async () => {
    const endpoint = without('parallel_tool_calls', 'reasoning');
    const body = { parallel_tool_calls: true, reasoning: { effort: 'none' } };
    const { response, request } = await sent(endpoint, body);
    assert.equal(response.headers['x-gateway-warnings'], undefined);
    assert.equal(request?.reasoning, undefined);
  });
});

describe('parameters that matter', () => {
  const image = { type: 'image_url', image_url: { url: 'https://acme.test/a.png' } };
  const unread = { type: 'three_d', three_d: {} };
  const message = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
  const rows: readonly (readonly [string, ChatEndpoint, object, string])[] = [
    ['tools', without('tools'), { tools: TOOLS }, 'tools'],
    [
      'a forced call',
      without('tool_choice'),
      { tools: TOOLS, tool_choice: 'required' },
      'tool_choice',
    ],
    [
      'JSON',
      without('response_format'),
      { response_format: { type: 'json_object' } },
      'response_format',
    ],
    ['a schema', without('structured_outputs'), { response_format: SCHEMA }, 'response_format'],
    ['logprobs', without('logprobs'), { logprobs: true }, 'logprobs'],
    ['stop', without('stop'), { stop: 'END' }, 'stop'],
    ['too many texts of stop', anEndpoint({ maxStops: 1 }), { stop: ['a', 'b'] }, 'stop'],
    ['a longer answer than it gives', anEndpoint(), { max_tokens: 101 }, 'max_tokens'],
    [
      'an image',
      anEndpoint({ inputs: new Set(['text'] as const) }),
      message(image),
      'messages[0].content[0]',
    ],
    [
      'a part of another wire',
      anEndpoint({ wire: 'gemini' }),
      message(unread),
      'messages[0].content[0]',
    ],
    [
      'a conversation that surely is too long',
      anEndpoint({ contextTokens: 10 }),
      { messages: [{ role: 'user', content: 'x'.repeat(800) }] },
      'messages',
    ],
    [
      'no reasoning, of a model that always reasons',
      anEndpoint({ reasoning: { isMandatory: true } }),
      { reasoning: { effort: 'none' } },
      'reasoning',
    ],
  ];
  for (const [what, endpoint, body, path] of rows) {
    it(`are a 400 that names them where nobody has them: ${what}`, async () => {
      const { response, job } = await sent(endpoint, body);
      assert.equal(response.status, 400);
      assert.equal(jsonOf(response).error?.metadata?.issues?.[0]?.path, path);
      assert.equal(job, undefined);
    });

    it(`lead to a provider that has them: ${what}`, async () => {
      const lacking = aTalker('one', says(['a']), endpoint);
      const able = aTalker(
        'two',
        says(['b']),
        anEndpoint({ contextTokens: 9999, maxOutputTokens: 500 }),
      );
      const { chat } = aChatGateway([lacking, able], { ledger: undefined });
      assert.equal((await chat(body)).status, 200);
      assert.equal(lacking.jobs.length, 0);
      assert.equal(able.jobs.length, 1);
    });
  }

  it('keep none as none where a call cannot be forbidden: without tools', async () => {
    const body = { tools: TOOLS, tool_choice: 'none' };
    const { request } = await sent(without('tool_choice'), body);
    assert.deepEqual([request?.tools, request?.toolChoice], [[], { kind: 'auto' }]);
    const kept = await sent(anEndpoint(), body);
    assert.equal(kept.request?.toolChoice.kind, 'none');
    assert.equal(kept.request.tools.length, 1);
  });
});

describe('members that no endpoint obeys', () => {
  const members: readonly (readonly [body: object, warning: string | undefined])[] = [
    [{ service_tier: 'auto' }, undefined],
    [{ service_tier: 'default' }, undefined],
    // Its price is not the one that is charged.
    [{ service_tier: 'priority' }, 'service_tier=ignored'],
    [{ reasoning: { context: 'auto', mode: 'standard' } }, undefined],
    [{ reasoning: { context: 'all_turns' } }, 'reasoning.context=ignored'],
    [{ reasoning: { mode: 'pro' } }, 'reasoning.mode=ignored'],
  ];
  for (const [body, warning] of members) {
    it(`are left out, and ${warning === undefined ? 'not worth a word' : 'reported'}: ${JSON.stringify(body)}`, async () => {
      const { response, request } = await sent(anEndpoint(), body);
      assert.deepEqual(request?.extras, {});
      assert.equal(response.headers['x-gateway-warnings'], warning);
    });
  }
});

describe('options of a provider', () => {
  it('reach that provider, as far as it allows them', async () => {
    const options = { ONE: { safety: 'low', other: 1 }, two: { safety: 'high' } };
    const { response, job } = await sent(anEndpoint(), { provider: { options } });
    assert.deepEqual(job?.options, { safety: 'low' });
    assert.equal(response.headers['x-gateway-warnings'], 'provider.options.one.other=ignored');
  });
});

describe('the effort of reasoning', () => {
  const rows = [
    ['xhigh', ['high', 'low'], 'high'],
    ['minimal', ['high', 'low'], 'low'],
    ['medium', ['high', 'low'], 'low'],
  ] as const;
  for (const [asked, efforts, got] of rows) {
    it(`becomes the nearest that the endpoint has: ${asked} becomes ${got}`, async () => {
      const endpoint = anEndpoint({ reasoning: { efforts } });
      const { response, request } = await sent(endpoint, { reasoning: { effort: asked } });
      assert.equal(request?.reasoning?.effort, got);
      assert.equal(response.headers['x-gateway-warnings'], `reasoning.effort=clamped:${got}`);
    });
  }
});

describe('sealed data', () => {
  const history = (issuer: string) => {
    const seal = (id: string) => packSealed({ issuer, data: { id } });
    return {
      messages: [
        { role: 'user', content: 'Look' },
        {
          role: 'assistant',
          content: null,
          reasoning_details: [
            { type: 'reasoning.text', text: 'Hm.', signature: seal('r') },
            { type: 'reasoning.encrypted', id: 'c', data: seal('c') },
          ],
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'A lighthouse' },
      ],
    };
  };

  it('comes back to its issuer', async () => {
    const { response, request } = await sent(anEndpoint(), history(ISSUER));
    const blocks = request?.messages[1]?.blocks ?? [];
    assert.deepEqual(
      blocks.map(({ type, sealed }) => [type, sealed?.data]),
      [
        ['reasoning', { id: 'r' }],
        ['call', { id: 'c' }],
      ],
    );
    assert.equal(response.headers['x-gateway-warnings'], undefined);
  });

  it('goes to nobody else: the call and its result stay', async () => {
    const { response, request } = await sent(anEndpoint(), history('gemini@other'));
    assert.ok(!JSON.stringify(request).includes('gemini@other'));
    assert.deepEqual(
      request?.messages.map(({ blocks }) => blocks.map(({ type }) => type)),
      [['text'], ['call'], ['result']],
    );
    assert.equal(response.headers['x-gateway-warnings'], 'reasoning_details=ignored');
  });

  it('is reported once where nobody could read it, and somebody else the rest', async () => {
    const { messages } = history('gemini@other');
    const forged = { type: 'reasoning.encrypted', data: 'of another gateway' };
    const turn = { role: 'assistant', content: 'Hm.', reasoning_details: [forged] };
    for (const before of [[], messages]) {
      const { response, request } = await sent(anEndpoint(), { messages: [...before, turn] });
      assert.ok(!JSON.stringify(request).includes(forged.data));
      assert.equal(response.headers['x-gateway-warnings'], 'reasoning_details=ignored');
    }
  });
});
