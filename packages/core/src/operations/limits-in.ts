import type * as v from 'valibot';
import { limitsProblem, NO_LIMITS } from '../accounts/key-limits.ts';
import { invalidRequest } from '../errors.ts';
import { formatDecimal, fromNumber } from '../money/decimal.ts';
import type { KeyLimits } from '../ports/key-store.ts';
import type { KeyPatchSchema } from '../resources/key.ts';

type Given = Pick<v.InferOutput<typeof KeyPatchSchema>, 'limit' | 'limit_reset'>;

/**
 * Returns the limits that a body names, exact; what it leaves out is not there. Throws a 400 for an
 * amount of more than 18 decimal places.
 */
export function limitsIn({ limit, limit_reset: reset }: Given): Partial<KeyLimits> {
  const usd = typeof limit === 'number' ? formatDecimal(fromNumber(limit)) : limit;
  if (limitsProblem({ ...NO_LIMITS, usd: usd ?? null }) !== undefined) {
    const message = `limit must have at most 18 decimal places, got ${usd}`;
    throw invalidRequest([{ path: 'limit', message }]);
  }
  return { ...(usd !== undefined && { usd }), ...(reset !== undefined && { reset }) };
}
