import { optional } from '@model-gateway/core/kit';
import { GatewayError } from '@model-gateway/core';
import * as v from 'valibot';
import type { WireFault } from '../../rules/wire-fault.ts';
import type { RuleHandle } from '../../rules/rule-handle.ts';
import type { MockTenant } from '../../tenant/mock-tenant.ts';
import { conversationRules } from '../../fixtures/conversation-rules.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { CONVERSATION, RULE_STATE } from '../examples.ts';
import { RuleStateSchema } from '../wire/rule.ts';
import { statesOf } from './rules.ts';

const list = {
  schema: v.array(RuleStateSchema),
  example: [
    {
      ...RULE_STATE,
      id: CONVERSATION.id,
      on: 'chat',
      answer: { action: 'conversation', status: null, delay_ms: 0, kind: null },
      remaining: null,
    },
  ],
};

const listConversations = defineRoute({
  on: 'GET /tenants/:tenant/conversations',
  summary: 'List conversations',
  description: 'The rules of the conversations that were added, and how often each answered.',
  answer: { status: 200, description: 'Their rules.', data: list },
  handle: async ({ params }, context) =>
    statesOf(params.tenant, added(context.tenant(params.tenant)), context),
});

const addConversations = defineRoute({
  on: 'POST /tenants/:tenant/conversations',
  summary: 'Add conversations',
  description:
    'Adds a rule for each of the conversations, before all existing rules: of several that a request goes on with, the most exact answers. The body may be the text of a fixture file, YAML or JSON.',
  body: {
    schema: v.object({
      conversations: optional(
        v.array(v.record(v.string(), v.unknown())),
        'As fixture files have them.',
      ),
      meta: optional(v.record(v.string(), v.unknown()), 'As fixture files have it.'),
      gw: optional(v.literal(1), 'The version of the format.'),
      text: optional(v.string(), 'The text of a fixture file, in place of all others.'),
    }),
    text: 'text',
    example: { conversations: [CONVERSATION] },
  },
  answer: { status: 201, description: 'Their rules.', data: list },
  async handle({ params, body }, context) {
    const tenant = context.tenant(params.tenant);
    const { text, ...content } = body;
    if (text === undefined && content.conversations === undefined) throw noConversations();
    const rules = conversationRules(await parsed(text ?? JSON.stringify({ gw: 1, ...content })));
    return statesOf(tenant.id, tenant.use(...rules), context);
  },
});

const removeConversations = defineRoute({
  on: 'DELETE /tenants/:tenant/conversations',
  summary: 'Remove all added conversations',
  description: 'Other rules stay. A single one is removed as the rule that it is.',
  answer: { status: 204, description: 'They are gone.' },
  async handle({ params }, context) {
    for (const rule of added(context.tenant(params.tenant))) rule.remove();
  },
});

export const CONVERSATION_ROUTES = routesOf('rules', {
  listConversations,
  addConversations,
  removeConversations,
});

function added(tenant: MockTenant<WireFault>): readonly RuleHandle[] {
  return tenant
    .rules()
    .filter(({ answer, isAdded }) => isAdded && answer?.action === 'conversation');
}

/** Throws a 400 that names each mistake with its line. */
async function parsed(text: string) {
  // Only here, because it takes a YAML parser.
  const { FixtureError, parseFixtures } = await import('@model-gateway/fixtures');
  try {
    const fixtures = parseFixtures([{ file: 'conversations.gw.yaml', text }]);
    if (fixtures.conversations.length > 0) return fixtures;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    const message = `Invalid request parameters: ${error.message}`;
    throw new GatewayError('invalidRequest', { message, cause: error });
  }
  throw noConversations();
}

function noConversations(): GatewayError {
  const message =
    'Invalid request parameters: conversations must be a list of at least one; other fixtures are for a mock to start with';
  return new GatewayError('invalidRequest', { message });
}
