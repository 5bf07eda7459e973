import type { ChatPattern } from '../chat/chat-pattern.ts';
import type { Conversations } from '../journal/conversations/conversations.ts';
import type { ExpectedCall } from '../journal/conversations/thread.ts';
import type { TextPattern } from '../pattern.ts';

/** What a matcher tells its runner. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** A tenant, as far as matchers look at it. */
interface HasConversations {
  conversations(pattern?: ChatPattern): Conversations;
}

/**
 * Matchers for `expect.extend(chatMatchers)` of Vitest, Jest and Playwright, about the conversations
 * of a tenant. A failure shows them.
 */
export const chatMatchers = {
  /** A request of some conversation is like this. */
  toHaveConversation(tenant: HasConversations, pattern?: ChatPattern): MatcherResult {
    return outcomeOf(() => tenant.conversations(pattern).first(), 'a conversation like this');
  },

  /** The only conversation calls these tools and no others, in this order. */
  toHaveConversationCalls(tenant: HasConversations, calls: readonly ExpectedCall[]): MatcherResult {
    return outcomeOf(() => tenant.conversations().only().expectCalls(calls), 'these calls');
  },

  /** The last answer of the only conversation says this. */
  toHaveConversationAnswer(tenant: HasConversations, text: TextPattern): MatcherResult {
    return outcomeOf(() => tenant.conversations().only().expectAnswer(text), 'this answer');
  },

  /** The user has spoken this often in the only conversation. */
  toHaveConversationTurns(tenant: HasConversations, count: number): MatcherResult {
    return outcomeOf(
      () => tenant.conversations().only().expectTurns(count),
      'this number of turns',
    );
  },

  /** The model was asked this often in the only conversation, repeated requests too. */
  toHaveConversationRequests(tenant: HasConversations, count: number): MatcherResult {
    return outcomeOf(
      () => tenant.conversations().only().expectRequests(count),
      'this number of requests',
    );
  },
};

/** The matchers as methods of what `expect` returns. */
export interface ChatMatchers<Result> {
  /** A request of some conversation of the tenant is like this. */
  toHaveConversation(pattern?: ChatPattern): Result;
  /** The only conversation of the tenant calls these tools and no others, in this order. */
  toHaveConversationCalls(calls: readonly ExpectedCall[]): Result;
  /** The last answer of the only conversation of the tenant says this. */
  toHaveConversationAnswer(text: TextPattern): Result;
  /** The user has spoken this often in the only conversation of the tenant. */
  toHaveConversationTurns(count: number): Result;
  /** The model was asked this often in the only conversation of the tenant, repeated requests too. */
  toHaveConversationRequests(count: number): Result;
}

function outcomeOf(expectation: () => unknown, what: string): MatcherResult {
  try {
    expectation();
    return { pass: true, message: () => `expected the tenant not to have ${what}` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { pass: false, message: () => message };
  }
}
