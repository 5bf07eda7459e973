import * as v from 'valibot';
import { isConversationLike, type ChatPattern } from '../../chat/chat-pattern.ts';
import type { Conversations } from '../../journal/conversations/conversations.ts';
import { threadsOf } from '../../journal/conversations/threads.ts';
import { requestPatternFromJson } from '../../rules/json/pattern-from-json.ts';
import type { ControlContext } from '../control-context.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { THREAD } from '../examples.ts';
import {
  ThreadExpectationSchema,
  ThreadSchema,
  type ThreadExpectationJson,
} from '../wire/thread.ts';
import { threadJson } from '../wire/thread-json.ts';

const list = { schema: v.array(ThreadSchema), example: [THREAD] };

const listThreads = defineRoute({
  on: 'GET /tenants/:tenant/threads',
  summary: 'List what was said',
  description:
    'The conversations of the tenant, in the order of their beginnings, without secrets: requests that go on with each other, what they used and cost, and what was said.',
  answer: { status: 200, description: 'The conversations.', data: list },
  handle: async ({ params }, context) => conversationsOf(params.tenant, context),
});

const verifyThreads = defineRoute({
  on: 'POST /tenants/:tenant/threads/verify',
  summary: 'Verify what was said',
  description: 'Fails with 409 when they are not as expected; the message shows the transcript.',
  body: {
    schema: ThreadExpectationSchema,
    example: {
      chat: { user: 'weather' },
      turns: 1,
      requests: 2,
      calls: [{ name: 'weather', args: { place: 'Oslo' } }],
      answer: 'Rain',
    },
  },
  answer: { status: 200, description: 'The selected conversations.', data: list },
  errors: ['conflict'],
  async handle({ params, body }, context) {
    const { chat, answer, calls } = body;
    const pattern = requestPatternFromJson({ chat, body: { answer, calls } });
    verify(context.tenant(params.tenant).conversations(pattern.chat), body);
    return conversationsOf(params.tenant, context, pattern.chat);
  },
});

export const THREAD_ROUTES = routesOf('requests', { listThreads, verifyThreads });

/** Those of which a request is like the pattern. */
function conversationsOf(tenant: string, context: ControlContext, pattern: ChatPattern = {}) {
  const journal = context.journal(tenant);
  return threadsOf(journal.records())
    .filter((requests) =>
      requests.some(({ conversation }) => isConversationLike(conversation, pattern)),
    )
    .flatMap((requests) => threadJson(requests, journal.redaction) ?? []);
}

function verify(conversations: Conversations, body: ThreadExpectationJson): void {
  const { count, at, turns, requests, calls, answer, append_only: isAppendOnly } = body;
  if (count !== undefined) conversations.expectCount(count);
  const aboutOne = [turns, requests, calls, answer, isAppendOnly];
  const isAboutOne = aboutOne.some((each) => each !== undefined);
  if (!isAboutOne && at === undefined) return;
  const one = at === undefined ? conversations.only() : conversations.at(at);
  if (turns !== undefined) one.expectTurns(turns);
  if (requests !== undefined) one.expectRequests(requests);
  if (calls !== undefined) {
    one.expectCalls(
      calls.map((call) => (typeof call === 'string' ? [call] : [call.name, call.args])),
    );
  }
  if (answer !== undefined) one.expectAnswer(answer as Parameters<typeof one.expectAnswer>[0]);
  if (isAppendOnly === true) one.expectAppendOnly();
}
