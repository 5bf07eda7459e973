/** A request that is under way. */
export interface Followed {
  /** Aborts when its client leaves, and when its tenant is disposed. */
  readonly signal: AbortSignal;
  /** Nothing waits for the signal any more. */
  end(): void;
}

/**
 * The requests of a tenant that are under way, which end with it. By hand: `AbortSignal.any` keeps weak
 * references, and collecting those took a tenth of the time of an answer.
 */
export class UnderWay {
  readonly #disposed: AbortSignal;
  /** In no order. Not a `Set`, which makes itself a new table again and again. */
  readonly #open: Place[] = [];

  constructor(disposed: AbortSignal) {
    this.#disposed = disposed;
    const endAll = () => {
      // Copied, because a request that aborts may end.
      const controllers = this.#open.map(({ controller }) => controller);
      for (const controller of controllers) controller.abort(disposed.reason);
    };
    disposed.addEventListener('abort', endAll, { once: true });
  }

  /** Follows a request until its `end`. */
  follow(client: AbortSignal | undefined): Followed {
    const controller = new AbortController();
    const { signal } = controller;
    const over = [client, this.#disposed].find((one) => one?.aborted === true);
    if (over !== undefined) {
      controller.abort(over.reason);
      return { signal, end() {} };
    }
    const leave = () => controller.abort(client?.reason);
    client?.addEventListener('abort', leave, { once: true });
    const place = { controller, at: this.#open.length };
    this.#open.push(place);
    return {
      signal,
      end: () => {
        client?.removeEventListener('abort', leave);
        this.#remove(place);
      },
    };
  }

  /** The last one takes the place of the one that is removed. */
  #remove(place: Place): void {
    if (this.#open[place.at] !== place) return;
    const last = this.#open.pop();
    if (last === undefined || last === place) return;
    this.#open[place.at] = last;
    last.at = place.at;
  }
}

/** Where a request is in the list of those under way. */
interface Place {
  readonly controller: AbortController;
  at: number;
}
