import { forever as foreverUntil, wait } from '@model-gateway/core/kit';
import type { RuleContext } from './rule-context.ts';

/** Lets time pass on the tenant's clock. Rejects when the client leaves or the tenant is disposed. */
export function pause(context: RuleContext, milliseconds: number): Promise<void> {
  return wait(context.clock, milliseconds, endOf(context));
}

/** Never resolves; rejects when the client leaves or the tenant is disposed. */
export function forever(context: RuleContext): Promise<never> {
  return foreverUntil(endOf(context));
}

/** A request without a signal never ends on its own. */
function endOf({ request }: RuleContext): AbortSignal {
  return request.signal ?? new AbortController().signal;
}
