import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gatewayFixtures } from '@model-gateway/mock/node-test';
import OpenAI from 'openai';
import { createChat } from './chat-operation.ts';

const withGateway = gatewayFixtures({ operations: [createChat] });

function ask({ baseURL, apiKey }: { readonly baseURL: string; readonly apiKey: string }) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 2 });
  const messages = [{ role: 'user' as const, content: 'Hello there' }];
  return client.chat.completions.stream({ model: 'acme/quill-1', messages }).finalContent();
}

it(
  'is answered by the operation itself, after a failure',
  withGateway(async ({ tenant }) => {
    tenant.on(createChat).fail(529);
    assert.equal(await ask(tenant), 'Hello there ');
    tenant.requests(createChat).expectCount(2).last().expectBody({ model: 'acme/quill-1' });
  }),
);

it(
  'is refused as the gateway refuses it',
  withGateway(async ({ tenant }) => {
    const client = new OpenAI({ baseURL: tenant.baseURL, apiKey: tenant.apiKey });
    const whole = client.chat.completions.create({ model: 'acme/quill-1', messages: [] });
    await assert.rejects(whole, /stream is required and must be true/);
  }),
);

it(
  'breaks off in the middle',
  withGateway(async ({ tenant }) => {
    tenant.on(createChat).end('abort', { afterEvents: 2 });
    await assert.rejects(ask(tenant));
    assert.equal(tenant.requests(createChat).last().stream?.end, 'abort');
  }),
);
