import { call } from '@model-gateway/mock';
import { chatMatchers, gatewayTest } from '@model-gateway/mock/playwright';
import { expect as base } from '@playwright/test';
import { answer } from './agent.ts';

const expect = base.extend(chatMatchers);
const test = gatewayTest();

test('asks the tool, and tells what it said', async ({ tenant }) => {
  tenant.chat('weather').script(call('weather', { place: 'Oslo' }), 'It says: {{results.weather}}');
  expect(await answer('the weather?', () => 'rain', tenant)).toBe('It says: rain');
  expect(tenant).toHaveConversation({ user: 'weather' });
  expect(tenant).toHaveConversationCalls([['weather', { place: 'Oslo' }]]);
  expect(tenant).toHaveConversationAnswer('rain');
  expect(tenant).toHaveConversationRequests(2);
  expect(tenant).not.toHaveConversation({ user: 'poem' });
});
