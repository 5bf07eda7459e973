import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import { post } from '../builders.ts';
import { aChatGateway, anEndpoint, aTalker, jsonOf, MODEL, says } from './chat-builders.ts';
import { sent } from './sent.ts';

const TOOLS = [{ type: 'function', function: { name: 'look' } }];

/* What goes on to an endpoint depends on whether it speaks the wire of the client. */

describe('members that the gateway does not know', () => {
  it('go on as they are to the same wire', async () => {
    const { response, request } = await sent(anEndpoint(), { foo: { a: 1 } });
    assert.deepEqual(request?.extras, { foo: { a: 1 } });
    assert.equal(response.headers['x-gateway-warnings'], undefined);
  });

  it('are left out for another wire and reported', async () => {
    const { response, request } = await sent(anEndpoint({ wire: 'gemini' }), { foo: 1 });
    assert.deepEqual(request?.extras, {});
    assert.equal(response.headers['x-gateway-warnings'], 'foo=ignored');
  });

  it('are kept where the wires have them in common', async () => {
    const body = { foo: 1, cache_control: { type: 'ephemeral' } };
    const { response, request } = await sent(anEndpoint({ wire: 'anthropic-messages' }), body);
    assert.deepEqual(request?.extras, { cache_control: { type: 'ephemeral' } });
    assert.equal(response.headers['x-gateway-warnings'], 'foo=ignored');
    const other = await sent(anEndpoint({ wire: 'gemini' }), body);
    assert.deepEqual(other.request?.extras, {});
    assert.equal(
      other.response.headers['x-gateway-warnings'],
      'foo=ignored, cache_control=ignored',
    );
  });

  it('are kept where the endpoint has one that others of its wire refuse, and reported elsewhere', async () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const having = await sent(anEndpoint({ cacheMarks: true }), { foo: 1, ...mark });
    assert.deepEqual(having.request?.extras, { foo: 1, ...mark });
    assert.equal(having.response.headers['x-gateway-warnings'], undefined);
    const lacking = await sent(anEndpoint(), { foo: 1, ...mark });
    assert.deepEqual(lacking.request?.extras, { foo: 1 });
    assert.equal(lacking.response.headers['x-gateway-warnings'], 'cache_control=ignored');
    const demanded = { ...mark, provider: { require_parameters: true } };
    assert.equal((await sent(anEndpoint(), demanded)).response.status, 404);
    assert.equal((await sent(anEndpoint({ cacheMarks: true }), demanded)).response.status, 200);
  });

  it('say nothing where they are null', async () => {
    const nothing = { foo: null, tools: [{ ...TOOLS[0], defer: null }] };
    const body = { ...nothing, provider: { require_parameters: true } };
    const { response, request } = await sent(anEndpoint({ wire: 'gemini' }), body);
    assert.equal(response.status, 200);
    assert.equal(response.headers['x-gateway-warnings'], undefined);
    assert.deepEqual(request?.extras, {});
  });

  it('are demanded by require_parameters', async () => {
    const body = { foo: 1, provider: { require_parameters: true } };
    const { response } = await sent(anEndpoint({ wire: 'gemini' }), body);
    assert.equal(response.status, 404);
    // Without the preference this endpoint could not serve either.
    const unfit = anEndpoint({ wire: 'gemini', maxOutputTokens: 5 });
    assert.equal((await sent(unfit, { ...body, max_tokens: 6 })).response.status, 400);
  });

  it('never are those of the gateway', async () => {
    const own = {
      route: 'fallback',
      plugins: [],
      transforms: [],
      usage: { include: true },
      session_id: 's',
    };
    const { request } = await sent(anEndpoint(), own);
    assert.deepEqual(request?.extras, {});
  });
});

describe('a form of the answer that the gateway does not know', () => {
  const body = { response_format: { type: 'grammar', grammar: 'root ::= "x"' } };

  it('goes on as it is to the same wire', async () => {
    const { request } = await sent(anEndpoint(), body);
    assert.deepEqual(request?.extras, body);
    assert.deepEqual(request.format, { kind: 'text' });
  });

  it('is left out for another wire and reported', async () => {
    const { response } = await sent(anEndpoint({ wire: 'gemini' }), body);
    assert.equal(response.headers['x-gateway-warnings'], 'response_format=ignored');
  });
});

describe('a member of a message that the gateway does not know', () => {
  it('is left out for another wire and reported', async () => {
    const body = { messages: [{ role: 'user', content: 'Hi', mood: 'good', odd: null }] };
    const { response } = await sent(anEndpoint({ wire: 'gemini' }), body);
    assert.equal(response.headers['x-gateway-warnings'], 'messages.mood=ignored');
  });
});

describe('names of participants', () => {
  const image = { type: 'image_url', image_url: { url: 'https://a.example/a.png' } };
  const messages = [
    { role: 'user', name: 'ann', content: 'Hi' },
    { role: 'user', name: 'bob', content: [image] },
  ];

  it('stay where they are for the same wire', async () => {
    const { request } = await sent(anEndpoint(), { messages });
    assert.deepEqual(
      request?.messages.map(({ name }) => name),
      ['ann', 'bob'],
    );
  });

  const unnamed = {
    'another wire': anEndpoint({ wire: 'gemini' }),
    'an endpoint without names': anEndpoint({ names: false }),
  };
  for (const [what, endpoint] of Object.entries(unnamed)) {
    it(`stand before the words of users for ${what}`, async () => {
      const { request, response } = await sent(endpoint, { messages });
      const [first, second] = request?.messages ?? [];
      assert.deepEqual(first, { role: 'user', blocks: [{ type: 'text', text: 'ann: Hi' }] });
      assert.deepEqual(second?.blocks[0], { type: 'text', text: 'bob:' });
      assert.equal(second.blocks[1]?.type, 'media');
      assert.equal(response.headers['x-gateway-warnings'], undefined);
    });

    it(`are left out of other turns for ${what}, and reported`, async () => {
      const turns = [...messages, { role: 'assistant', name: 'cleo', content: 'Yes' }];
      const { request, response } = await sent(endpoint, { messages: turns });
      assert.equal(response.headers['x-gateway-warnings'], 'messages.name=ignored');
      assert.ok(request?.messages.every(({ name }) => name === undefined));
    });
  }
});

describe('images that a model made', () => {
  const url = 'data:image/png;base64,AAAA';
  const images = [{ type: 'image_url', image_url: { url } }];
  const body = {
    messages: [
      { role: 'user', content: 'Draw' },
      { role: 'assistant', content: 'Here', images },
      { role: 'user', content: 'Bigger' },
    ],
  };
  const kindsOf = async (endpoint: ChatEndpoint) => {
    const { response, request } = await sent(endpoint, body);
    assert.equal(response.status, 200);
    const kinds = request?.messages[1]?.blocks.map(({ type }) => type);
    return { kinds, warnings: response.headers['x-gateway-warnings'] };
  };
  const inputs = new Set(['text', 'image'] as const);

  for (const [who, more] of [
    ['whose wire has a place for them', { wire: 'gemini' }],
    ['that says so', { wire: 'openai-chat', modelImages: true }],
  ] as const) {
    it(`go back to an endpoint ${who}`, async () => {
      const expected = { kinds: ['text', 'media'], warnings: undefined };
      assert.deepEqual(await kindsOf(anEndpoint({ ...more, inputs })), expected);
    });

    it(`are left out and reported where it reads no images: an endpoint ${who}`, async () => {
      const text = new Set(['text'] as const);
      const expected = { kinds: ['text'], warnings: 'messages.images=ignored' };
      assert.deepEqual(await kindsOf(anEndpoint({ ...more, inputs: text })), expected);
    });
  }

  it('are left out and reported for everybody else', async () => {
    const expected = { kinds: ['text'], warnings: 'messages.images=ignored' };
    for (const wire of ['openai-chat', 'openai-responses', 'anthropic-messages'] as const) {
      assert.deepEqual(await kindsOf(anEndpoint({ wire, inputs })), expected);
    }
  });

  it('go back over their own wire where they have the id of their call, and nothing else does', async () => {
    const made = { type: 'image_generation_call', result: 'AAAA' };
    const file = {
      type: 'input_file',
      filename: 'a.pdf',
      file_data: 'data:application/pdf;base64,A',
    };
    const shown = { type: 'input_image', image_url: 'https://a.example/x.png' };
    const talker = aTalker('one', says(['a']), anEndpoint({ wire: 'openai-responses', inputs }));
    const response = await post(aChatGateway([talker]).gateway, '/responses', {
      model: MODEL,
      input: [
        { role: 'user', content: 'Draw' },
        { ...made, id: 'ig_1' },
        made,
        { role: 'assistant', content: [shown, file] },
        { role: 'user', content: 'Bigger' },
      ],
    });
    assert.equal(response.status, 200);
    const blocks = talker.jobs[0]?.request.messages[1]?.blocks ?? [];
    assert.deepEqual(
      blocks.map(({ extras }) => extras),
      [{ id: 'ig_1' }],
    );
    const warning = 'input.image_generation_call=ignored';
    assert.equal(response.headers['x-gateway-warnings'], warning);
  });

  it('are named where one is not an address', async () => {
    const bad = {
      ...body,
      messages: [{ role: 'assistant', images: [{ image_url: { url: 'x' } }] }],
    };
    const { response } = await sent(anEndpoint(), bad);
    assert.equal(response.status, 400);
    const { message = '' } = jsonOf(response).error ?? {};
    assert.match(message, /messages\[0\]\.images\[0\]\.image_url\.url must be .* got "x"/);
  });
});
