import type { Clock } from '../ports/clock.ts';
import type { CreditLedger } from '../ports/credit-ledger.ts';
import type { HttpClient } from '../ports/http-client.ts';
import type { ImageProvider } from '../ports/image-provider.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { Breakers } from './breakers.ts';

/** What a host gives for POST /images. Source: contract §4. */
export interface ImageOptions {
  /** Asked for on each request, so that what it iterates may change. */
  readonly providers?: Iterable<ImageProvider> | undefined;
  /** Who pays; without one nothing is charged. */
  readonly ledger?: CreditLedger | undefined;
  /** Without one nothing is limited. */
  readonly limiter?: RateLimiter | undefined;
  /** The guarded way out for reference URLs; without one only data URLs are taken. */
  readonly http?: HttpClient | undefined;
  /** Milliseconds until a buffered answer is there, or a stream read to its end; 300,000 by default. */
  readonly budgetMs?: number | undefined;
  /** From 0 to 1, for back-off and generation ids; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** The same with what one gateway keeps between requests. */
export interface ImageService {
  readonly providers: Iterable<ImageProvider>;
  readonly breakers: Breakers;
  readonly ledger: CreditLedger | undefined;
  readonly limiter: RateLimiter | undefined;
  readonly http: HttpClient | undefined;
  readonly budgetMs: number;
  readonly random: () => number;
}

const BUDGET_MS = 300_000;

export function createImageService(options: ImageOptions, clock: Clock): ImageService {
  return {
    providers: options.providers ?? [],
    breakers: new Breakers(clock),
    ledger: options.ledger,
    limiter: options.limiter,
    http: options.http,
    budgetMs: options.budgetMs ?? BUDGET_MS,
    random: options.random ?? Math.random,
  };
}
