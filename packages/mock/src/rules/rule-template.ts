import type { TimesOption } from './action.ts';
import { definitionOf } from './actions/index.ts';
import type { WireFault } from './faults/wire-fault.ts';
import type { AnyOperation } from './operation-types.ts';
import { checkRequestPattern } from './request-pattern.ts';
import { checkTarget } from './rule-target.ts';
import { wordsOf, type RuleScoping, type RuleWords } from './rule-words.ts';
import type { Rule } from './rule.ts';
import { toRule, type RuleScope } from './to-rule.ts';

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
 * you like: each counts for itself. `on('createImage').fail(529, { times: 2 })`.
 */
export function on<const Operation extends AnyOperation>(
  operation: Operation,
): RuleTemplate<Operation> {
  checkTarget(operation);
  return templateFor({ operation, patterns: [] });
}

function templateFor<Operation extends AnyOperation>(scope: RuleScope): RuleTemplate<Operation> {
  const words = wordsOf((word, args) => toRule(scope, definitionOf(word).create(...args)));
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
