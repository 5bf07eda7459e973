/** A step up in size, and by how much the time may grow with it: n log n, and a wide margin. */
export const STEP = 8;
const MOST_GROWTH = 20;
/** Three more steps end just below the 100,000 values that a body may hold. */
export const SMALLEST = 190;

/** Below this the time says nothing: compilers and collectors of garbage take as much. */
const NOISE_MS = 2;
const RUNS = 5;

export interface TooMuchGrowth {
  readonly size: number;
  readonly milliseconds: number;
  /** The time at the size before. */
  readonly before: number;
}

/**
 * Runs `work` at growing sizes and says where its CPU time grows faster than its size; undefined
 * when it never does. It stops there, so that the worst of works ends soon, and where the time grew
 * less than the size: nothing in it is quadratic, and larger sizes take most of the time. The least of several
 * runs counts, and only ratios are compared, so a slow or busy machine changes nothing.
 */
export async function findGrowth(
  [smallest = 0, ...larger]: readonly number[],
  work: (size: number) => () => Promise<void>,
  /** Milliseconds that a run takes. */
  measure: (run: () => Promise<void>) => Promise<number> = cpuTime,
): Promise<TooMuchGrowth | undefined> {
  let before = await measure(work(smallest));
  let sizeBefore = smallest;
  for (const size of larger) {
    let milliseconds = await measure(work(size));
    // One run within the limit is proof enough. More are only made where it is not, and of the size
    // before, too: it may have had a better moment.
    for (let run = 1; run < RUNS && isTooMuch(milliseconds, before); run++) {
      before = Math.max(before, await measure(work(sizeBefore)));
      milliseconds = Math.min(milliseconds, await measure(work(size)));
    }
    if (isTooMuch(milliseconds, before)) return { size, milliseconds, before };
    if (before >= NOISE_MS && milliseconds / before <= size / sizeBefore) break;
    before = milliseconds;
    sizeBefore = size;
  }
  return undefined;
}

function isTooMuch(milliseconds: number, before: number): boolean {
  return milliseconds > MOST_GROWTH * Math.max(before, NOISE_MS);
}

/** Milliseconds of CPU time of this process, in all its threads. */
async function cpuTime(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
