import { mismatchOf } from '../chat/mismatch.ts';
import type { WireFault } from './wire-fault.ts';
import type { Action } from './action.ts';
import { matchesRequest, type AnyRequestPattern } from './request-pattern.ts';
import { checkStreams, checkVectors, isTarget, nameOfTarget, routeOf } from './rule-target.ts';
import type { Rule } from './rule.ts';

/** Which requests a rule is for. */
export interface RuleScope {
  /** The id of an operation, a route, or `*`. */
  readonly target: string;
  /** All of them hold. */
  readonly patterns: readonly AnyRequestPattern[];
  /** The rule's id; by default it is made of the operation and the action. */
  readonly id?: string | undefined;
}

/**
 * Makes a rule of an action. Throws when the action needs a stream, or vectors, and the scope has none.
 */
export function toRule<Fault extends WireFault = never>(
  { target, patterns, id }: RuleScope,
  action: Action<Fault>,
): Rule<Fault> {
  const { name, times, does, fault, skipsRules, answer, unmet = nothing } = action;
  if (action.needsStream === true) checkStreams(target);
  if (action.needsVectors === true) checkVectors(target);
  const route = routeOf(target);
  return {
    id: id ?? `${nameOfTarget(target)}.${name}`,
    times,
    fault,
    skipsRules,
    target,
    route,
    where: patterns,
    does,
    async matches(context) {
      if (!isTarget(target, route, context)) return false;
      for (const pattern of patterns) if (!(await matchesRequest(context, pattern))) return false;
      return (await action.matches?.(context)) ?? true;
    },
    async mismatch(context) {
      if (!isTarget(target, route, context)) return undefined;
      for (const pattern of patterns) {
        if (await matchesRequest(context, pattern)) continue;
        const conversation = await context.conversation();
        const { chat } = pattern;
        const why = conversation && chat !== undefined && mismatchOf(conversation, chat);
        return why || `the ${Object.keys(pattern).join(', ')} of the request differ`;
      }
      return action.mismatch?.(context);
    },
    ...(action.repeats !== undefined && { repeats: action.repeats }),
    ...(action.nameFor !== undefined && { nameFor: action.nameFor }),
    answer,
    unmet,
  };
}

function nothing(): undefined {}
