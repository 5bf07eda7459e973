import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import OpenAI from 'openai';
import { placeToLookUp } from './weather.ts';

const withGateway = gatewayFixtures();

it(
  'finds the place in a streamed tool call, after a failure',
  withGateway(async ({ tenant }) => {
    tenant.on('createChatCompletion').fail(529);
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    assert.equal(await placeToLookUp(client, 'Is it raining?'), 'demo');
    const { stream } = tenant.requests('createChatCompletion').expectCount(2).last();
    assert.equal(stream?.end, 'done');
  }),
);

it(
  'is told when the answer breaks off in the middle',
  withGateway(async ({ tenant }) => {
    tenant.on('createChatCompletion').end('abort', { afterEvents: 1 });
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    await assert.rejects(placeToLookUp(client, 'Is it raining?'));
  }),
);
