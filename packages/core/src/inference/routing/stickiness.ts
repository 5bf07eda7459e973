import type { Clock } from '../../ports/clock.ts';
import type { EndpointId } from '../attempts/attempt-loop.ts';

const STICKY_MS = 10 * 60_000;
const MOST_SESSIONS = 10_000;

interface Place {
  readonly slug: string;
  readonly model: string;
  readonly until: number;
}

/**
 * Remembers which endpoint served a session last, for ten minutes: its prompt cache is warm. Of more
 * than 10,000 sessions the one that was served least recently is forgotten. Source: contract §12.6.
 */
export class Stickiness {
  readonly #clock: Clock;
  /** The one that was served least recently is first. */
  readonly #places = new Map<string, Place>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An endpoint has served a session. */
  served(session: string, { provider: { slug }, model }: EndpointId): void {
    this.#places.delete(session);
    this.#places.set(session, { slug, model, until: this.#clock.now() + STICKY_MS });
    if (this.#places.size <= MOST_SESSIONS) return;
    for (const oldest of this.#places.keys()) {
      this.#places.delete(oldest);
      break;
    }
  }

  /** Returns whether this endpoint served the session last, and not long ago. */
  isHome(session: string, { provider: { slug }, model }: EndpointId): boolean {
    const place = this.#places.get(session);
    if (place === undefined || place.until <= this.#clock.now()) return false;
    return place.slug === slug && place.model === model;
  }
}
