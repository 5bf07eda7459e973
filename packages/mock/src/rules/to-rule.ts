import { OPERATIONS } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { WireFault } from './faults/wire-fault.ts';
import type { Action } from './action.ts';
import type { AnyOperation } from './operation-types.ts';
import { matchesRequest, type AnyRequestPattern } from './request-pattern.ts';
import type { Rule } from './rule.ts';

/** Which requests a rule is for. */
export interface RuleScope {
  readonly operation: AnyOperation;
  /** All of them hold. */
  readonly patterns: readonly AnyRequestPattern[];
  /** The rule's id; by default it is made of the operation and the action. */
  readonly id?: string | undefined;
}

/** Throws when there is no such operation. */
export function checkOperation(operation: string): asserts operation is AnyOperation {
  const known: readonly string[] = ['*', ...OPERATIONS.map(({ id }) => id)];
  if (known.includes(operation)) return;
  throw diagnostic(
    'GW1204',
    `on() takes one of ${known.join(', ')}, got ${JSON.stringify(operation)}${didYouMean(operation, known)}`,
  );
}

/** Throws for an operation that never streams. */
export function checkStreams(operation: AnyOperation): void {
  if (operation === 'createImage') return;
  throw diagnostic('GW1204', `only createImage answers with streams, got on('${operation}')`);
}

export function toRule<Fault extends WireFault = never>(
  { operation, patterns, id }: RuleScope,
  { name, times, fault, skipsRules, answer, unmet = nothing }: Action<Fault>,
): Rule<Fault> {
  return {
    id: id ?? `${operation === '*' ? 'any' : operation}.${name}`,
    times,
    fault,
    skipsRules,
    async matches(context) {
      if (operation !== '*' && operation !== context.operation) return false;
      for (const pattern of patterns) if (!(await matchesRequest(context, pattern))) return false;
      return true;
    },
    answer,
    unmet,
  };
}

function nothing(): undefined {}
