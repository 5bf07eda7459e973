import type { Arrivals } from '../../http/arrivals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counted, DrainedCall } from '../../telemetry/drained-call.ts';

/** A call whose client has left while the provider was at work. */
export interface LeftCall<Step> {
  /** Those that have come and were not taken. */
  readonly opening: readonly Step[];
  /** Those to come. */
  readonly steps: Arrivals<Step>;
  /** Ends what the provider has open. */
  abort(): void;
}

/** What listens to the rest of an answer that nobody takes. */
export interface Listening<Step> {
  heard(step: Step): void;
  /** What the provider counted; undefined unless it counted everything. */
  readonly counted: Counted | undefined;
}

const MOST_CALLS = 4;
const LONGEST_MS = 30_000;

/**
 * Reads the answers of calls whose clients have left, of one gateway: at most four at a time, for 30 s
 * each, so that it is known what the provider bills. Source: contract §12.9.
 */
export class DrainedCalls {
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  /** What ends each of those that are read. */
  readonly #stops = new Set<() => void>();
  /** What waits for them. */
  readonly #works = new Set<Promise<void>>();

  /** `report` is called with what a work throws. */
  constructor(clock: Clock, report: (error: unknown) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /**
   * Reads a call to its end; returns undefined where as many are read as may be. `end` waits for the
   * work of those that wait for it.
   */
  begin<Step>(call: LeftCall<Step>, listening: Listening<Step>): DrainedCall | undefined {
    if (this.#stops.size >= MOST_CALLS) return undefined;
    const read = this.#read(call, listening);
    return {
      whenRead: (work) => {
        const done = read
          .then(work)
          .catch(this.#report)
          .finally(() => this.#works.delete(done));
        this.#works.add(done);
      },
    };
  }

  /** Ends all calls; resolves when everything is done that waited for them. */
  async end(): Promise<void> {
    for (const stop of this.#stops) stop();
    await Promise.all(this.#works);
  }

  /** Resolves when the answer has ended, in whatever way. */
  async #read<Step>(
    { opening, steps, abort }: LeftCall<Step>,
    listening: Listening<Step>,
  ): Promise<Counted | undefined> {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    this.#stops.add(stop);
    const stopTimer = this.#clock.after(LONGEST_MS, stop, 'limit');
    for (const step of opening) listening.heard(step);
    // A provider that ignores its signal may never end. What fails now is nobody's failure.
    await Promise.race([listen(steps, listening), stopped]).catch(() => {});
    stopTimer();
    this.#stops.delete(stop);
    const { counted } = listening;
    abort();
    steps.return().catch(() => {});
    return counted;
  }
}

async function listen<Step>(steps: Arrivals<Step>, listening: Listening<Step>): Promise<void> {
  for await (const step of steps) listening.heard(step);
}
