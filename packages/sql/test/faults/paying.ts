import type { Budget, Generation, Spender } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import { aGeneration } from '../../../core/test/builders.ts';
import { seeded } from '../support/seeded.ts';
import { ACCOUNT } from './world.ts';

/* Charges of random size, of many keys with limits, on three days around two midnights. */

const NOON = Date.UTC(2026, 0, 14, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const RESETS = ['daily', 'weekly', 'monthly', null] as const;
/** A reservation is of at most 0.01 USD, and has twelve places. */
const MOST = 10_000_000_000;

const ORGANIZATION = 'org_1';
export const FIRST_DAY = '2026-01-13';
export const LAST_DAY = '2026-01-15';

/** The key of a number, which has a limit that about seven of ten charges use up. */
export function payingKey(number: number, charges: number): { spender: Spender; budget: Budget } {
  const keyHash = String(number).padStart(64, '0');
  const reset = RESETS[number % RESETS.length] ?? null;
  // A charge is of 0.0025 USD, give or take.
  const total = charges * (reset === 'daily' ? 1 : 3) * 0.0006;
  return {
    spender: { keyHash, userId: 'user_1', workspaceId: 'workspace', organizationId: ORGANIZATION },
    budget: { kind: 'key', id: keyHash, usd: total.toFixed(6), reset },
  };
}

/** Twelve places, as digits. */
function usdOf(units: number): string {
  return `0.${String(units).padStart(12, '0')}`;
}

/**
 * Makes `count` charges over `keys` keys, four at a time; says of each `refused`, or the id of the
 * generation that was charged for.
 */
export async function pay(
  { ledger }: Pick<Stores, 'ledger'>,
  { seed, count, keys, charges }: Record<'seed' | 'count' | 'keys' | 'charges', number>,
  acknowledge: (line: string) => void,
): Promise<void> {
  const random = seeded(seed);
  const one = async () => {
    const { spender, budget } = payingKey(random(1, keys), charges);
    const at = NOON + random(-1, 1) * DAY_MS;
    const most = random(1, MOST);
    const charge = random(1, most);
    const model = `acme/model-${random(1, 5)}`;
    const given = { accountId: ACCOUNT, amount: usdOf(most), at, spender, budgets: [budget] };
    const outcome = await ledger.spending.reserve(given);
    if ('overspent' in outcome) return acknowledge('refused');
    const costUsd = usdOf(charge);
    const day = new Date(at).toISOString().slice(0, 10);
    // Generations of so long ago are no longer kept; the ledger keeps their ids.
    const id = `gen-${day}-${crypto.randomUUID()}`;
    await ledger.settle(outcome, costUsd, aCharge({ id, at, model, spender, costUsd }));
    return acknowledge(id);
  };
  for (let i = 0; i < count; i += 4) await Promise.all([one(), one(), one(), one()]);
}

function aCharge({
  at: createdAt,
  spender: { keyHash, workspaceId },
  ...given
}: Pick<Generation, 'id' | 'model' | 'costUsd'> & { at: number; spender: Spender }): Generation {
  return aGeneration({ ...given, createdAt, accountId: ORGANIZATION, keyHash, workspaceId });
}
