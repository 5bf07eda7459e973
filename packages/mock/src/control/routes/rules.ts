import { GatewayError } from '@model-gateway/core';
import { kindOf } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { ruleFromJson } from '../../rules/json/rule-from-json.ts';
import { RuleSchema } from '../../rules/json/rule-schema.ts';
import type { RuleHandle } from '../../rules/rule-handle.ts';
import type { ControlContext } from '../control-context.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { RULE, RULE_STATE } from '../examples.ts';
import { paramsOf } from '../wire/params.ts';
import { ruleStateJson } from '../wire/rule-json.ts';
import { RuleStateSchema, type RuleStateJson } from '../wire/rule.ts';

const list = { schema: v.array(RuleStateSchema), example: [RULE_STATE] };

const listRules = defineRoute({
  on: 'GET /tenants/:tenant/rules',
  summary: 'List rules',
  description:
    'The rules of the tenant, in the order in which they apply: what each is for, what it does, and how often it did.',
  answer: { status: 200, description: 'The rules.', data: list },
  handle: async ({ params }, context) =>
    statesOf(params.tenant, context.tenant(params.tenant).rules(), context),
});

const addRules = defineRoute({
  on: 'POST /tenants/:tenant/rules',
  summary: 'Add rules',
  description:
    'Adds a rule, or a list of them, before all existing rules; the first of several applies first.',
  body: {
    schema: v.record(v.string(), v.unknown()),
    documented: v.union([v.object({ rules: v.array(RuleSchema) }), RuleSchema]),
    example: { rules: [RULE] },
  },
  answer: { status: 201, description: 'The rules that were added.', data: list },
  async handle({ params, body }, context) {
    const tenant = context.tenant(params.tenant);
    // All are read before any is added.
    return statesOf(tenant.id, tenant.use(...rulesIn(body).map(ruleFromJson)), context);
  },
});

/** One rule stands for a list of one. Throws for `rules` that are not a list, or not alone. */
function rulesIn(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!('rules' in body)) return [body];
  const { rules, ...others } = body;
  const [other] = Object.keys(others);
  if (Array.isArray(rules) && other === undefined) return rules;
  const got = other === undefined ? kindOf(rules) : `"${other}" beside it`;
  const message = `Invalid request parameters: rules must be a list of rules and nothing else, got ${got}`;
  throw new GatewayError('invalidRequest', { message });
}

const resetRules = defineRoute({
  on: 'DELETE /tenants/:tenant/rules',
  summary: 'Remove all added rules',
  description: 'Initial rules stay, and their counts start over.',
  answer: { status: 204, description: 'They are gone.' },
  async handle({ params }, context) {
    context.tenant(params.tenant).resetRules();
  },
});

const RULE_PARAMS = paramsOf('rule', 'The id of the rule.');

const removeRule = defineRoute({
  on: 'DELETE /tenants/:tenant/rules/:rule',
  summary: 'Remove a rule',
  description: 'Only an added rule can be removed.',
  params: RULE_PARAMS,
  answer: { status: 204, description: 'It is gone.' },
  async handle({ params }, context) {
    const rules = context.tenant(params.tenant).rules();
    const rule = rules.find(({ id }) => id === params.rule);
    if (rule !== undefined) return rule.remove();
    const known = rules.map(({ id }) => id).join(', ');
    const hint = known === '' ? 'no rules exist' : `expected one of ${known}`;
    const message = `Resource not found: there is no rule "${params.rule}"; ${hint}`;
    throw new GatewayError('notFound', { message });
  },
});

export const RULE_ROUTES = routesOf('rules', { listRules, addRules, resetRules, removeRule });

/** Returns rules as JSON. */
export function statesOf(
  tenant: string,
  rules: readonly RuleHandle[],
  context: ControlContext,
): readonly RuleStateJson[] {
  const { redaction } = context.journal(tenant);
  return rules.map((rule) => ruleStateJson(rule, redaction));
}
