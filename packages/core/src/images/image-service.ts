import type { Clock } from '../ports/clock.ts';
import type { CreditLedger } from '../ports/credit-ledger.ts';
import type { HttpClient } from '../ports/http-client.ts';
import type { ImageProvider } from '../ports/image-provider.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { Breakers } from '../inference/attempts/breakers.ts';
import { HeldBytes } from '../inference/attempts/held-bytes.ts';
import { PendingCharges } from '../inference/charging/pending-charges.ts';

/** Options of POST /images. Source: contract §4. */
export interface ImageOptions {
  /** Iterated on each request, so the providers may change at any time. */
  readonly providers?: Iterable<ImageProvider> | undefined;
  /** The ledger that is charged; without one nothing is charged. */
  readonly ledger?: CreditLedger | undefined;
  /** Without one nothing is limited. */
  readonly limiter?: RateLimiter | undefined;
  /** The guarded HTTP client for reference URLs; without one only data URLs are accepted. */
  readonly http?: HttpClient | undefined;
  /**
   * The time limit of a request in milliseconds, including a stream's reader; 300,000 by default.
   */
  readonly budgetMs?: number | undefined;
  /**
   * How many bytes of providers' answers to hold at once, 64 MiB by default. Beyond that, answers
   * are read one after the other. One answer alone may be larger. Source: contract §4.11.
   */
  readonly maxHeldBytes?: number | undefined;
  /** From 0 to 1, for back-off and generation ids; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** The options with the state that one gateway keeps between requests. */
export interface ImageService {
  readonly providers: Iterable<ImageProvider>;
  readonly breakers: Breakers;
  readonly held: HeldBytes;
  readonly ledger: PendingCharges | undefined;
  readonly limiter: RateLimiter | undefined;
  readonly http: HttpClient | undefined;
  readonly budgetMs: number;
  readonly random: () => number;
}

const BUDGET_MS = 300_000;
const MAX_HELD_BYTES = 64 * 1024 * 1024;

export function createImageService(
  options: ImageOptions,
  clock: Clock,
  report: (error: unknown) => void,
): ImageService {
  const { ledger } = options;
  return {
    providers: options.providers ?? [],
    breakers: new Breakers(clock),
    held: new HeldBytes(options.maxHeldBytes ?? MAX_HELD_BYTES),
    ledger: ledger && new PendingCharges(ledger, { clock, report }),
    limiter: options.limiter,
    http: options.http,
    budgetMs: options.budgetMs ?? BUDGET_MS,
    random: options.random ?? Math.random,
  };
}
