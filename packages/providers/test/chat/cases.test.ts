import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { json, script, tinyImageBytes } from '@model-gateway/providers/testing';
import {
  KEY,
  MODEL,
  startChatGateway,
  type ChatGateway,
  type MainWire,
} from '../support/chat-gateway.ts';

const user = (content: unknown) => ({ role: 'user', content });
const CALL = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } };
const REPLY = { role: 'assistant', content: 'Hm.' };
const picture = (detail: string) => ({
  type: 'image_url',
  image_url: { url: 'https://a.example/x.png', detail },
});
const RESULT = { role: 'tool', tool_call_id: 'call_1', content: 'sunny' };

type Sent = Readonly<Record<string, unknown>>;

const sentBy = ({ fake }: ChatGateway): Sent => fake.requests.at(-1)?.request.json() ?? {};
const textSentBy = ({ fake }: ChatGateway) => fake.requests.at(-1)?.request.body.toString() ?? '';

const TINY = Buffer.from(tinyImageBytes('png')).toString('base64');

/** A server of a picture and of a document, whose addresses do not tell what they are. */
async function startWeb() {
  let requests = 0;
  const server = createServer((req, res) => {
    requests++;
    res.end(req.url === '/picture' ? Buffer.from(TINY, 'base64') : '%PDF-1.4\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends this text as the body, over a connection. */
const post = ({ baseURL }: ChatGateway, body: string) =>
  fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body,
  });

describe('what OpenAI receives', () => {
  const bodies: Readonly<Record<string, readonly [body: object, sent: Sent]>> = {
    'the role developer': [
      { messages: [{ role: 'developer', content: 'a' }, user('b')] },
      { messages: [{ role: 'developer', content: 'a' }, user('b')] },
    ],
    'an empty text beside calls as none': [
      { messages: [user('a'), { role: 'assistant', content: '', tool_calls: [CALL] }, RESULT] },
      {
        messages: [
          user('a'),
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ ...CALL, function: { name: 'f', arguments: '{}' } }],
          },
          RESULT,
        ],
      },
    ],
    'the limit under its present name': [{ max_tokens: 9 }, { max_completion_tokens: 9 }],
    'a schema as it is': [
      {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'a',
            schema: { $ref: '#/$defs/x', $defs: { x: { type: ['object', 'null'] } } },
          },
        },
      },
      {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'a',
            schema: { $ref: '#/$defs/x', $defs: { x: { type: ['object', 'null'] } } },
          },
        },
      },
    ],
    'members that the gateway does not know': [
      { verbosity: 'low', modalities: ['text'], web_search_options: {} },
      { verbosity: 'low', modalities: ['text'], web_search_options: {} },
    ],
    'no detail that only Responses has': [
      { messages: [user([picture('original')])] },
      { messages: [user([picture('high')])] },
    ],
    'no members of a turn that are null': [
      { messages: [user('a'), { ...REPLY, audio: null, function_call: null }, user('b')] },
      { messages: [user('a'), REPLY, user('b')] },
    ],
    'nothing that is meant for the gateway': [
      {
        provider: { order: ['openai'] },
        models: [MODEL],
        route: 'fallback',
        plugins: [{ id: 'web', enabled: false }],
        transforms: [],
        usage: { include: true },
        session_id: 's',
        metadata: { a: 'b' },
        trace: { trace_id: 't' },
        include_reasoning: true,
      },
      {},
    ],
  };
  for (const [what, [body, expected]] of Object.entries(bodies)) {
    it(`is ${what}`, async () => {
      await using scene = await startChatGateway();
      const { status, text } = await scene.answer(body);
      assert.equal(status, 200, text);
      assert.deepEqual(sentBy(scene), { model: 'gpt-4.1', messages: [user('Hi')], ...expected });
    });
  }

  const requests = [
    ['openai-chat', '/chat/completions', { messages: [user('Hi')] }],
    ['openai-responses', '/responses', { input: 'Hi' }],
  ] as const;
  for (const [wire, path, body] of requests) {
    it(`has no breakpoint of a whole request, which ${path} refuses, and the client is told`, async () => {
      await using scene = await startChatGateway({ wire, isServed: false });
      const response = await scene.post(path, { ...body, cache_control: { type: 'ephemeral' } });
      assert.equal(response.status, 200);
      assert.equal(response.headers['x-gateway-warnings'], 'cache_control=ignored');
      assert.equal(Object.hasOwn(sentBy(scene), 'cache_control'), false);
    });
  }

  it('begins with the same bytes when a conversation goes on, so that its cache is found', async () => {
    await using scene = await startChatGateway();
    const messages = [{ role: 'system', content: 'Grüße' }, user('a')];
    await scene.answer({ messages, temperature: 0.5 });
    const first = textSentBy(scene);
    const more = [...messages, { role: 'assistant', content: 'b' }, user('c')];
    await scene.answer({ messages: more, temperature: 0.5 });
    const same = first.slice(0, first.indexOf(']'));
    assert.ok(textSentBy(scene).startsWith(same), textSentBy(scene));
    assert.match(same, /"content":"a"/);
  });

  it('never has another number in a schema than the client wrote', async () => {
    await using scene = await startChatGateway();
    const parameters = '{"type":"object","maximum":9007199254740993}';
    const tools = `[{"type":"function","function":{"name":"f","parameters":${parameters}}}]`;
    const messages = '[{"role":"user","content":"Hi"}]';
    const body = `{"model":"${MODEL}","messages":${messages},"tools":${tools}}`;
    const response = await post(scene, body);
    const sent = textSentBy(scene);
    // Node 20 cannot hold such a number, and the request is refused there.
    const isKept = 'rawJSON' in JSON;
    assert.equal(response.status, isKept ? 200 : 400);
    assert.equal(sent.includes(parameters), isKept);
  });

  it('is nothing when a body is larger than the gateway takes', async () => {
    await using scene = await startChatGateway();
    const messages = [user('x'.repeat(33 * 1024 * 1024))];
    const { status } = await post(scene, JSON.stringify({ model: MODEL, messages }));
    assert.equal(status, 413);
    assert.equal(scene.fake.requests.length, 0);
  });
});

describe('media behind a URL', () => {
  const FILE = Buffer.from('%PDF-1.4\n').toString('base64');
  const png = { type: 'image_url', image_url: { url: 'picture' } };
  const pdf = { type: 'file', file: { file_data: 'document', filename: 'a.pdf' } };
  const rows: readonly (readonly [MainWire, object, string])[] = [
    ['bedrock', png, `{"image":{"format":"png","source":{"bytes":"${TINY}"}}}`],
    ['bedrock', pdf, `"format":"pdf","name":"a pdf","source":{"bytes":"${FILE}"}`],
    ['vertex', png, `"type":"base64","media_type":"image/png","data":"${TINY}"`],
    ['vertex', pdf, `"type":"base64","media_type":"application/pdf","data":"${FILE}"`],
    ['gemini', png, `{"inlineData":{"mimeType":"image/png","data":"${TINY}"}}`],
    ['openai-chat', pdf, `"file_data":"data:application/pdf;base64,${FILE}"`],
    ['openai-chat', png, '"image_url":{"url":"http://127.0.0.1:'],
    ['openai-responses', pdf, '"file_url":"http://127.0.0.1:'],
    ['anthropic', png, '"source":{"type":"url","url":"http://127.0.0.1:'],
  ];
  for (const [wire, part, expected] of rows) {
    it(`reaches ${wire} as it can be read there: ${JSON.stringify(part)}`, async () => {
      await using web = await startWeb();
      await using scene = await startChatGateway({ wire, isServed: false });
      const written = JSON.stringify(part).replace(
        /"(picture|document)"/,
        (_, name: string) => `"${web.url}/${name}"`,
      );
      const { status, text } = await scene.answer({ messages: [user([JSON.parse(written)])] });
      assert.equal(status, 200, text);
      assert.ok(textSentBy(scene).includes(expected), textSentBy(scene));
      assert.equal(web.requests(), expected.includes('http') ? 0 : 1);
    });
  }

  it('is a 400 that names it where it may not be called', async () => {
    await using scene = await startChatGateway({ wire: 'bedrock', isServed: false });
    const image = { type: 'image_url', image_url: { url: 'http://10.0.0.1/x.png' } };
    const content = [{ type: 'text', text: 'a' }, image];
    const { status, text } = await scene.answer({ messages: [user(content)] });
    assert.equal(status, 400);
    const [issue] = JSON.parse(text).error.metadata.issues;
    assert.equal(issue.path, 'messages[0].content[1]');
    assert.match(issue.message, /could not be fetched: it must be at a public address/);
    assert.equal(scene.fake.requests.length, 0);
    assert.equal(scene.charged(), 0);
  });
});

describe('what a client of OpenAI’s models receives', () => {
  it('has the model’s name by which the client knows it, streamed and whole', async () => {
    await using scene = await startChatGateway({
      inference: { aliases: { fast: MODEL } },
    });
    for (const stream of [true, false]) {
      const { text } = await scene.answer({ model: 'fast', stream });
      const models = new Set(text.match(/"model":"[^"]*"/g));
      assert.deepEqual([...models], [`"model":"${MODEL}"`]);
    }
  });

  it('is a stream that no proxy holds back', async () => {
    await using scene = await startChatGateway();
    const { headers } = encodeResponse(await scene.ask({ stream: true }));
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
    assert.match(headers['cache-control'] ?? '', /no-transform/);
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['content-length'], undefined);
  });

  it('costs nothing where the provider counts nothing', async () => {
    await using scene = await startChatGateway();
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    scene.fake.fail('submit', json({ choices: [{ message: { content: 'Hi' } }], usage }));
    const { text } = await scene.answer();
    assert.equal(JSON.parse(text).usage.cost, 0);
    assert.equal(scene.charged(), 0);
  });

  it('is recorded once, with every attempt in order', async () => {
    const role = 'data: {"choices":[{"delta":{"role":"assistant"}}]}\n\n';
    const said = 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n';
    const rows = [
      [undefined, 'complete', ['openai succeeded']],
      [json({ error: { message: 'x' } }, 500), 'complete', ['openai failed', 'spare succeeded']],
      [script([role, 'reset']), 'complete', ['openai failed', 'spare succeeded']],
      [script([said, 'reset']), 'broken', ['openai failed']],
    ] as const;
    for (const [fault, ending, attempts] of rows) {
      await using scene = await startChatGateway({ withSpare: true });
      if (fault !== undefined) scene.fake.fail('submit', fault);
      await scene.answer({ stream: true });
      await scene.gateway.settled();
      assert.equal(scene.records.length, 1);
      const [record] = scene.records;
      assert.equal(record?.ending, ending);
      assert.deepEqual(
        record.generation?.attempts.map(({ provider, outcome }) => `${provider} ${outcome}`),
        attempts,
      );
    }
  });

  it('is asked of each provider with the conversation as the client sent it', async () => {
    await using scene = await startChatGateway({ withSpare: true });
    scene.fake.fail('submit', json({ error: { message: 'x' } }, 500));
    const messages = [
      { role: 'developer', content: 'a' },
      user('b'),
      { role: 'assistant', content: null, reasoning: 'c', tool_calls: [CALL] },
      RESULT,
    ];
    const { status } = await scene.answer({ messages, max_tokens: 9, user: 'ada' });
    assert.equal(status, 200);
    const body = scene.spare.requests.at(-1)?.request.json();
    assert.match(JSON.stringify(body?.['messages']), /"tool_call_id":"call_1"/);
    assert.equal(body?.['model'], 'quill');
    assert.equal(body['safety_identifier'], undefined);
  });
});

it('keeps the key of a client from every upstream', async () => {
  await using scene = await startChatGateway();
  await scene.answer();
  const [received] = scene.fake.requests;
  assert.ok(!JSON.stringify(received?.request.headers).includes(KEY));
});
