import type { WireFault } from './faults/wire-fault.ts';
import type { Duration } from '../clock/virtual-clock.ts';
import type { TimesOption } from './action.ts';
import { delay } from './actions/delay.ts';
import { end, type EndOptions } from './actions/end.ts';
import {
  fail,
  failAlways,
  type FailAlwaysOptions,
  type FailOptions,
  type FailureStatus,
} from './actions/fail.ts';
import { fault } from './actions/fault.ts';
import { reply, type Reply, type ReplyFunction } from './actions/reply.ts';
import type { AnyOperation } from './operation-types.ts';
import { checkRequestPattern, type RequestPattern } from './request-pattern.ts';
import type { Rule } from './rule.ts';
import type { StreamEnding } from '../streams/endings.ts';
import { checkOperation, checkStreams, toRule, type RuleScope } from './to-rule.ts';

/** Says which requests a rule is for; each of the actions makes a rule. */
export interface RuleTemplate<Operation extends AnyOperation> {
  readonly scope: RuleScope;
  /** Only requests like this: see `RequestPattern`. Said twice, both must hold. */
  where(pattern: RequestPattern<Operation>): RuleTemplate<Operation>;
  /** Names the rule in the journal and in `x-mock-rule`. */
  as(id: string): RuleTemplate<Operation>;
  fail(status: FailureStatus, options?: FailOptions): Rule<never>;
  failAlways(status: FailureStatus, options?: FailAlwaysOptions): Rule<never>;
  delay(duration: Duration, options?: TimesOption): Rule<never>;
  reply(reply: Reply | ReplyFunction<Operation>, options?: TimesOption): Rule<never>;
  fault<Fault extends WireFault>(fault: Fault, options?: TimesOption): Rule<Fault>;
  end(ending: StreamEnding, options?: EndOptions): Rule<never>;
}

/**
 * A rule as a plain value, for `tenant.use(…)`, `{ rules: […] }` and as many tenants and tests as
 * you like: each counts for itself. `on('createImage').fail(529, { times: 2 })`.
 */
export function on<const Operation extends AnyOperation>(
  operation: Operation,
): RuleTemplate<Operation> {
  checkOperation(operation);
  return templateFor({ operation, patterns: [] });
}

function templateFor<Operation extends AnyOperation>(scope: RuleScope): RuleTemplate<Operation> {
  return {
    scope,
    where(pattern) {
      checkRequestPattern(pattern);
      return templateFor({ ...scope, patterns: [...scope.patterns, pattern] });
    },
    as: (id) => templateFor({ ...scope, id }),
    fail: (status, options) => toRule(scope, fail(status, options)),
    failAlways: (status, options) => toRule(scope, failAlways(status, options)),
    delay: (duration, options) => toRule(scope, delay(duration, options)),
    reply: (given, options) => toRule(scope, reply(given, options)),
    fault: (name, options) => toRule(scope, fault(name, options)),
    end(ending, options) {
      checkStreams(scope.operation);
      return toRule(scope, end(ending, options));
    },
  };
}
