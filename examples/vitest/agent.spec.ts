import { call } from '@model-gateway/mock';
import { chatMatchers, gatewayTest, type ChatMatchers } from '@model-gateway/mock/vitest';
import { expect } from 'vitest';
import { answer } from './agent.ts';

declare module 'vitest' {
  // In Vitest 3 and 4 it is Matchers<T = any>.
  interface Matchers<R extends void | Promise<void>, T> extends ChatMatchers<R> {}
}

expect.extend(chatMatchers);
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
