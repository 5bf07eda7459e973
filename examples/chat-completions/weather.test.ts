import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import OpenAI from 'openai';
import { placeToLookUp } from './weather.ts';

const withGateway = gatewayFixtures();

/** A part of a streamed call of a tool. */
const part = (text: string) => {
  const call = {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: 'weather', arguments: text },
  };
  return {
    id: 'chat-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { tool_calls: [call] } }],
  };
};

it(
  'finds the place in a streamed tool call, after a failure',
  withGateway(async ({ tenant }) => {
    const chat = tenant.route('POST', '/chat/completions');
    chat.reply({ events: [part('{"place":'), part('"Oslo"}'), '[DONE]'] });
    chat.fail(529);
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    assert.equal(await placeToLookUp(client, 'Is it raining in Oslo?'), 'Oslo');
    tenant.requests('POST /chat/completions').expectCount(2).last().expectBody({ stream: true });
  }),
);
