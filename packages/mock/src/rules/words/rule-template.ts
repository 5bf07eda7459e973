import { GATEWAY_OPERATIONS, type OperationSet } from '@model-gateway/core/kit';
import type { TimesOption } from '../action.ts';
import { createAction } from '../actions/index.ts';
import type { WireFault } from '../wire-fault.ts';
import { idOf, type AnyOperation } from '../operation-types.ts';
import { checkRequestPattern } from '../request-pattern.ts';
import { checkTarget } from '../rule-target.ts';
import { wordsOf, type RuleScoping, type RuleWords } from './rule-words.ts';
import type { Rule } from '../rule.ts';
import { toRule, type RuleScope } from '../to-rule.ts';

/** Selects requests; each action makes a rule for them. */
export interface RuleTemplate<Operation extends AnyOperation>
  extends
    RuleScoping<Operation, RuleTemplate<Operation>>,
    Omit<RuleWords<Operation, WireFault, Rule<never>>, 'fault'> {
  readonly scope: RuleScope;
  /** The type of the rule names the fault: some need the socket of `startMockGateway`. */
  fault<Fault extends WireFault>(fault: Fault, options?: TimesOption): Rule<Fault>;
}

/**
 * A rule as a plain value, for `tenant.use(…)`, `{ rules: […] }` and as many tenants and tests as
 * you like: each counts for itself. `on('createImage').fail(529, { times: 2 })`. An operation of
 * your own is given as it was defined: `on(countTokens).fail(503)`.
 */
export function on<const Operation extends AnyOperation>(
  operation: Operation,
): RuleTemplate<Operation> {
  // Whether a gateway has an operation of your own is checked where the rule is used.
  if (typeof operation === 'string') checkTarget(operation, GATEWAY_OPERATIONS);
  return templateFor({ target: idOf(operation), patterns: [] });
}

/** The same for an operation by its id, whether or not a gateway has it, and for `*`. */
export function onOperation(id: string): RuleTemplate<AnyOperation> {
  return templateFor({ target: id, patterns: [] });
}

/** The same, typed for a gateway that also has operations of the host. */
export function onIn<const Operation extends AnyOperation>(
  operations: OperationSet,
  operation: Operation,
): RuleTemplate<Operation> {
  const target = idOf(operation);
  checkTarget(target, operations);
  return templateFor({ target, patterns: [] });
}

function templateFor<Operation extends AnyOperation>(scope: RuleScope): RuleTemplate<Operation> {
  const words = wordsOf((word, args) => toRule(scope, createAction(word, args)));
  return {
    // Only `fault` makes wire faults, and its own type says which.
    ...(words as Pick<RuleTemplate<Operation>, keyof typeof words>),
    scope,
    where(pattern) {
      checkRequestPattern(pattern);
      return templateFor({ ...scope, patterns: [...scope.patterns, pattern] });
    },
    as: (id) => templateFor({ ...scope, id }),
  };
}
