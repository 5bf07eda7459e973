import { expect, test } from '@jest/globals';
import { call } from '@model-gateway/mock';
import { chatMatchers, gatewayFixtures, type ChatMatchers } from '@model-gateway/mock/jest';
import { answer } from './agent.ts';

expect.extend(chatMatchers);
const withGateway = gatewayFixtures();

// Without this where the package `expect` is installed: declare its Matchers to extend ChatMatchers.
type Extended = ChatMatchers<void> & { readonly not: ChatMatchers<void> };
const expectOf = (tenant: object) => expect(tenant) as unknown as Extended;

test(
  'asks the tool, and tells what it said',
  withGateway(async ({ tenant }) => {
    tenant
      .chat('weather')
      .script(call('weather', { place: 'Oslo' }), 'It says: {{results.weather}}');
    expect(await answer('the weather?', () => 'rain', tenant)).toBe('It says: rain');
    expectOf(tenant).toHaveConversation({ user: 'weather' });
    expectOf(tenant).toHaveConversationCalls([['weather', { place: 'Oslo' }]]);
    expectOf(tenant).toHaveConversationAnswer('rain');
    expectOf(tenant).toHaveConversationRequests(2);
    expectOf(tenant).not.toHaveConversation({ user: 'poem' });
  }),
);
