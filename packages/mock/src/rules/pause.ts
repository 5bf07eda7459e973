import { abortable, wait } from '@model-gateway/core/kit';
import type { RuledRequest } from './ruled-request.ts';

/** Lets time pass on the tenant's clock. Rejects when the client leaves or the tenant is disposed. */
export function pause(ruled: RuledRequest, milliseconds: number): Promise<void> {
  return wait(ruled.clock, milliseconds, endOf(ruled));
}

/** Never resolves; rejects when the client leaves or the tenant is disposed. */
export function forever(ruled: RuledRequest): Promise<never> {
  return abortable(new Promise<never>(() => {}), endOf(ruled));
}

/** A request without a signal never ends by itself. */
function endOf({ request }: RuledRequest): AbortSignal {
  return request.signal ?? new AbortController().signal;
}
