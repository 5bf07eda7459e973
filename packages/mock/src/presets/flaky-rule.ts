import { ERRORS, type AnyOperation as Definition } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { fail } from '../rules/actions/fail.ts';
import type { Rule } from '../rules/rule.ts';

/** The statuses of an unreliable gateway, which clients should retry. */
const STATUSES = [429, 500, 502, 503, 524, 529] as const;

/**
 * Fails about every third request, whatever it is for. Which ones, and how, is a function of the
 * seed and of the number of the request, counted from 1. An operation fails only with statuses that
 * it has; a drawn one that it does not have is a 500. Source: contract §9.
 */
export function flakyRule(seed: number): Rule<never> {
  return {
    id: 'flaky',
    times: Infinity,
    matches: () => true,
    async answer(context, next, number) {
      const status = flakyStatus(seed, number);
      if (status === undefined) return next();
      return fail(statusOf(context.definition, status)).answer(context, next);
    },
  };
}

/** Returns the status, or 500 if the operation has no such answer. */
export function statusOf(
  operation: Pick<Definition, 'errors'> | undefined,
  status: number,
): number {
  const has = operation?.errors.some((name) => ERRORS[name].status === status);
  return has === true ? status : ERRORS.internal.status;
}

/**
 * Of four requests in a row the first and the last pass, so that two retries in turn are enough for
 * any client; of the two between at least one fails.
 */
export function flakyStatus(seed: number, number: number): number | undefined {
  const group = Math.floor((number - 1) / 4);
  const draw = createRandomSource(`flaky ${seed} ${group}`);
  const failing = draw.pick(['second', 'third', 'both']);
  const statuses = [undefined, draw.pick(STATUSES), draw.pick(STATUSES), undefined];
  const position = (number - 1) % 4;
  const passes =
    (position === 1 && failing === 'third') || (position === 2 && failing === 'second');
  return passes ? undefined : statuses[position];
}
