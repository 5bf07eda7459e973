import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import OpenAI from 'openai';
import { placeToLookUp } from './weather.ts';

const withGateway = gatewayFixtures();

/** An event of a streamed answer. */
const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

/** A call of a tool as models stream it: its name once, its arguments in parts. */
const toolCall = [
  chunk({
    role: 'assistant',
    tool_calls: [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '' } },
    ],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"place":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
  chunk({}, 'tool_calls'),
  '[DONE]',
];

it(
  'finds the place in a streamed tool call, after a failure',
  withGateway(async ({ tenant }) => {
    const chat = tenant.route('POST', '/chat/completions');
    chat.reply({ events: toolCall });
    chat.fail(529);
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    assert.equal(await placeToLookUp(client, 'Is it raining in Oslo?'), 'Oslo');
    tenant.requests('POST /chat/completions').expectCount(2).last().expectBody({ stream: true });
  }),
);

it(
  'puts the parts of a tool call together with the stream helper of the client',
  withGateway(async ({ tenant }) => {
    tenant.route('POST', '/chat/completions').reply({ events: toolCall });
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    const messages = [{ role: 'user' as const, content: 'Is it raining in Oslo?' }];
    const stream = client.chat.completions.stream({ model: 'acme/quill-1', messages });
    const { choices } = await stream.finalChatCompletion();
    assert.equal(choices[0]?.finish_reason, 'tool_calls');
    const [call] = choices[0].message.tool_calls ?? [];
    assert.deepEqual(call?.type === 'function' && [call.function.name, call.function.arguments], [
      'weather',
      '{"place":"Oslo"}',
    ]);
  }),
);
