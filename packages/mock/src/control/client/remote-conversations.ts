import type { ChatPattern } from '../../chat/chat-pattern.ts';
import type { ExpectedCall } from '../../journal/conversations/thread.ts';
import type { TextPattern } from '../../pattern.ts';
import type { ThreadExpectationJson, ThreadJson } from '../wire/thread.ts';
import type { ControlClient } from './control-client.ts';
import { chatToJson, patternToJson } from './pattern-to-json.ts';

/** One conversation of a tenant in another process: the expectations of `Thread`. */
export interface RemoteConversation {
  /** The user has spoken this often, as the last request has it. */
  expectTurns(count: number): Promise<void>;
  /** The model was asked this often, repeated requests too. */
  expectRequests(count: number): Promise<void>;
  /** The model called these tools and no others, in this order, with arguments like these. */
  expectCalls(calls: readonly ExpectedCall[]): Promise<void>;
  /** The last answer says this; plain text is a part of it. */
  expectAnswer(text: TextPattern): Promise<void>;
  /** Each request begins with the one before it, so that a prompt cache serves it. */
  expectAppendOnly(): Promise<void>;
}

/**
 * The conversations of a tenant in another process: the words of `Conversations`. What is not as
 * expected rejects with the mock's message, which shows the transcript.
 */
export interface RemoteConversations {
  /** In the order of their beginnings. */
  all(): Promise<readonly ThreadJson[]>;
  /** The only conversation; its expectations reject unless there is exactly one. */
  only(): RemoteConversation;
  first(): RemoteConversation;
  last(): RemoteConversation;
  /** The conversation at this position: 0 is the first, -1 the last. */
  at(position: number): RemoteConversation;
  /** There are exactly this many. */
  expectCount(count: number): Promise<void>;
}

/** The conversations like a pattern of the tenant at `path`. */
export function remoteConversations(
  client: ControlClient,
  path: string,
  pattern?: ChatPattern,
): RemoteConversations {
  const verify = (more: ThreadExpectationJson) =>
    client.call<readonly ThreadJson[]>('POST', `${path}/threads/verify`, {
      ...(pattern !== undefined && { chat: chatToJson(pattern) }),
      ...more,
    });
  const expect = async (more: ThreadExpectationJson) => void (await verify(more));
  const one = (which: Pick<ThreadExpectationJson, 'at'>): RemoteConversation => ({
    expectTurns: (turns) => expect({ ...which, turns }),
    expectRequests: (requests) => expect({ ...which, requests }),
    expectCalls: (calls) =>
      expect({
        ...which,
        calls: calls.map(([name, args]) =>
          args === undefined ? name : { name, args: patternToJson(args) },
        ),
      }),
    expectAnswer: (text) => expect({ ...which, answer: patternToJson(text) }),
    expectAppendOnly: () => expect({ ...which, append_only: true }),
  });
  return {
    all: () => verify({}),
    only: () => one({}),
    first: () => one({ at: 0 }),
    last: () => one({ at: -1 }),
    at: (position) => one({ at: position }),
    expectCount: (count) => expect({ count }),
  };
}
