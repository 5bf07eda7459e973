import { checkNames } from '../check-names.ts';
import { checkCredits, checkRateLimit } from './options/option-checks.ts';
import type { RateLimit } from '../rate-limit.ts';

/** The limits of a tenant that can change while it runs. Those that are left out stay. */
export interface TenantLimits {
  /** The credits that are left, USD; requests under way keep what they reserved. */
  readonly credits?: number | string | undefined;
  /** Requests to models per window and key, counted from 0; null for no limit. */
  readonly rateLimit?: RateLimit | null | undefined;
}

/** Throws GW1105 for a limit out of range, and GW1107 for an unknown one. */
export function checkLimits(limits: TenantLimits): void {
  checkNames('GW1107', 'tenant.setLimits()', limits, ['credits', 'rateLimit']);
  const { credits, rateLimit } = limits;
  if (credits !== undefined) checkCredits(credits);
  if (rateLimit !== undefined && rateLimit !== null) checkRateLimit(rateLimit);
}
