import type { Case, Sample } from './case.ts';
import { Measurements } from './measurements.ts';
import type { Bench } from './suite.ts';

/** Starts the servers, which end with `running`, and says what to send them. */
export type StartCases<Name extends string> = (
  running: AsyncDisposableStack,
) => Promise<Readonly<Record<Name, Case>>>;

/**
 * Two processes of the same program differ by ten percent and more for as long as they live, by
 * where their code and data happen to lie. So all servers are started again every few rounds; and
 * the rounds between exist to find some that nothing disturbed.
 */
const ROUNDS_PER_START = 4;

/**
 * The warm-up of each case, whichever comes first: the first requests run code that is not compiled
 * yet, and pay for compiling it. Of a conversation most of the code runs once, so it takes tens of
 * thousands before V8 has compiled it a last time, on threads whose time counts, too.
 */
const WARM_UP = { requests: 50_000, cpuSeconds: 8 };

/**
 * Measures every case once per round, every other round backwards, so that a machine that gets
 * slower is unkind to no case in particular. Short rounds: what disturbs the machine then disturbs
 * few of them.
 */
export async function measureInRounds<Name extends string>(
  startCases: StartCases<Name>,
  bench: Bench,
): Promise<Measurements<Name>> {
  const { rounds } = bench.options;
  const measurements = new Measurements<Name>();
  const starts = Math.ceil(rounds / ROUNDS_PER_START);
  for (let start = 1; start <= starts; start++) {
    await using running = new AsyncDisposableStack();
    const cases = await startCases(running);
    bench.progress('warming up');
    await warmUp(Object.values<Case>(cases), bench);
    const samples: ReadonlyMap<Name, Sample>[] = [];
    for (let round = 1; round <= ROUNDS_PER_START; round++) {
      bench.progress(`round ${round} of start ${start} of ${starts}`);
      samples.push(await measureRound(cases, round, bench));
    }
    measurements.addStart(samples);
  }
  return measurements;
}

/**
 * In turns, because cases of one server share what V8 knows of it, and all of them until the last is
 * warm: of a process that was idle for seconds V8 makes the young generation small again, which decides
 * for the next thousand requests how their memory is freed.
 */
async function warmUp(cases: readonly Case[], bench: Bench): Promise<void> {
  const states = cases
    .filter(({ isWarm }) => isWarm !== true)
    .map((one) => ({ one, requests: 0, cpuMicroseconds: 0 }));
  const isCold = ({ one, requests, cpuMicroseconds }: (typeof states)[number]) =>
    requests < WARM_UP.requests &&
    cpuMicroseconds < (one.warmUpSeconds ?? WARM_UP.cpuSeconds) * 1_000_000;
  while (states.some(isCold)) {
    for (const state of states) {
      const { requests, cpuMicroseconds } = await measure(state.one, bench);
      state.requests += requests;
      state.cpuMicroseconds += requests * cpuMicroseconds;
    }
  }
}

/**
 * One sample per case, each behind a request over each connection that does not count. The servers
 * before it have emptied the caches of the core. And once a connection is idle for 40 milliseconds,
 * the kernel confirms every segment on its own, which would burden the cases alone whose turn never
 * comes twice in a row.
 */
async function measureRound<Name extends string>(
  cases: Readonly<Record<Name, Case>>,
  round: number,
  bench: Bench,
): Promise<ReadonlyMap<Name, Sample>> {
  // Object.keys forgets the key type; the keys are those of `cases`.
  const names = Object.keys(cases) as Name[];
  const samples = new Map<Name, Sample>();
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const one = cases[name];
    await measure({ ...one, amount: one.connections }, bench);
    samples.set(name, await measure(one, bench));
  }
  return samples;
}

async function measure(
  { server, request, connections, amount: full, startsEveryMilliseconds, load }: Case,
  { load: usual, options: { scale }, takeNumbers }: Bench,
): Promise<Sample> {
  const amount = Math.max(connections, Math.round(full * scale));
  const readsBefore = await server.reads?.();
  const before = await server.cpuMicroseconds();
  const latency = await (load ?? usual)({
    port: server.port,
    connections,
    amount,
    startsEveryMilliseconds,
    request,
    first: takeNumbers(amount),
  });
  const used = (await server.cpuMicroseconds()) - before;
  const reads = ((await server.reads?.()) ?? 0) - (readsBefore ?? 0);
  return { ...latency, requests: amount, cpuMicroseconds: used / amount, reads: reads / amount };
}
