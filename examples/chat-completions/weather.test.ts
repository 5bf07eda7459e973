import assert from 'node:assert/strict';
import { it } from 'node:test';
import { call } from '@model-gateway/mock';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import OpenAI from 'openai';
import { answer } from './weather.ts';

const withGateway = gatewayFixtures();
const weather: Readonly<Record<string, string>> = { Oslo: 'rain', Bergen: 'more rain' };
const weatherAt = (place: string) => weather[place] ?? 'no idea';

it(
  'looks both places up, and answers when it has both',
  withGateway(async ({ tenant }) => {
    tenant
      .chat('compare')
      .script(
        [call('weather', { place: 'Oslo' }), call('weather', { place: 'Bergen' })],
        'Bergen is wetter.',
      );
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    assert.equal(await answer(client, 'Please compare them', weatherAt), 'Bergen is wetter.');
    tenant.requests('createChatCompletion').expectCount(2);
  }),
);

it(
  'goes on after an outage in the middle',
  withGateway(async ({ tenant }) => {
    tenant
      .chat('weather')
      .script(
        call('weather', { place: 'Oslo' }),
        ({ results }) => `It says: ${results['weather']}`,
      );
    tenant.chat({ after: 'weather' }).fail('overloaded');
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    assert.equal(await answer(client, 'What is the weather?', weatherAt), 'It says: rain');
    tenant.requests('createChatCompletion').expectCount(3);
  }),
);

it(
  'is told when the answer breaks off in the middle',
  withGateway(async ({ tenant }) => {
    tenant.chat().say('It was a dark and stormy night');
    tenant.chat().end('abort', { afterEvents: 3 });
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    await assert.rejects(answer(client, 'A story', weatherAt));
    assert.equal(tenant.requests('createChatCompletion').last().stream?.end, 'abort');
  }),
);
