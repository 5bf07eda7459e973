import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { CLOCK, wholeFrom } from '../input/value-rule.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdempotencyStanding, IdempotencyStore } from '../ports/idempotency-store.ts';

/** Options of `createMemoryIdempotencyStore`. */
export interface MemoryIdempotencyStoreOptions {
  readonly clock: Clock;
  /**
   * What answers may take, in bytes, 64 MiB by default. Beyond that the oldest are forgotten, so that
   * a repetition of theirs runs again.
   */
  readonly maxBytes?: number | undefined;
}

interface Entry {
  readonly bodyHash: string;
  readonly claimId: string;
  readonly endsAt: number;
  /** Undefined while the request runs. */
  readonly answer: string | undefined;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Keys, hashes and the map itself. */
const ENTRY_BYTES = 512;

/** Creates a store for one process, which forgets everything with it. */
export function createMemoryIdempotencyStore(
  options: MemoryIdempotencyStoreOptions,
): IdempotencyStore {
  checkOptions('createMemoryIdempotencyStore', options, OPTIONS, ['clock']);
  const { clock, maxBytes = MAX_BYTES } = options;
  const running = new Map<string, Entry>();
  /** The oldest first. */
  const answered = new Map<string, Entry>();
  let bytes = 0;

  const forget = (key: string) => {
    bytes -= sizeOf(answered.get(key));
    answered.delete(key);
  };
  const forgetOld = () => {
    for (const [key, { endsAt }] of answered) {
      if (bytes <= maxBytes && endsAt > clock.now()) break;
      forget(key);
    }
  };
  const current = (key: string) => {
    const entry = running.get(key) ?? answered.get(key);
    if (entry === undefined || entry.endsAt > clock.now()) return entry;
    running.delete(key);
    forget(key);
    return undefined;
  };

  return {
    async begin(key, bodyHash, leaseMs): Promise<IdempotencyStanding> {
      const entry = current(key);
      if (entry === undefined) {
        const claimId = crypto.randomUUID();
        const endsAt = clock.now() + leaseMs;
        running.set(key, { bodyHash, claimId, endsAt, answer: undefined });
        return { state: 'claimed', claim: { key, id: claimId } };
      }
      if (entry.bodyHash !== bodyHash) return { state: 'other-body' };
      const { answer } = entry;
      return answer === undefined ? { state: 'running' } : { state: 'answered', answer };
    },
    async finish({ key, id }, answer, keepMs) {
      const entry = running.get(key);
      if (entry?.claimId !== id) return;
      running.delete(key);
      if (answer === undefined) return;
      const kept = { ...entry, answer, endsAt: clock.now() + keepMs };
      answered.set(key, kept);
      bytes += sizeOf(kept);
      forgetOld();
    },
  };
}

function sizeOf(entry: Entry | undefined): number {
  return entry === undefined ? 0 : ENTRY_BYTES + 2 * (entry.answer?.length ?? 0);
}

const OPTIONS: OptionTable<MemoryIdempotencyStoreOptions> = {
  clock: CLOCK,
  maxBytes: wholeFrom(0),
};
