import type { Case, Sample } from './case.ts';
import { Measurements } from './measurements.ts';
import type { Bench } from './suite.ts';

/** Rounds that are not counted: the first requests run code that is not compiled yet. */
const WARM_UP_ROUNDS = 3;

/**
 * Measures every case once per round, every other round backwards, so that a machine that gets
 * slower is unkind to no case in particular. Many short rounds rather than a few long ones: what
 * disturbs the machine then disturbs neighbours alike.
 */
export async function measureInRounds<Name extends string>(
  cases: Readonly<Record<Name, Case>>,
  bench: Bench,
): Promise<Measurements<Name>> {
  const { rounds, scale } = bench.options;
  // Object.keys forgets the key type; the keys are those of `cases`.
  const names = Object.keys(cases) as Name[];
  const measurements = new Measurements(names);
  let requests = 0;
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
    bench.progress(round < 1 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const one = cases[name];
      const amount = Math.max(one.connections, Math.round(one.amount * scale));
      const sample = await measure(one, amount, requests, bench);
      requests += amount;
      if (round >= 1) measurements.add(name, sample);
    }
  }
  return measurements;
}

async function measure(
  { server, request, connections }: Case,
  amount: number,
  first: number,
  { load, options: { client } }: Bench,
): Promise<Sample> {
  const before = await server.cpuMicroseconds();
  const latency = await load({ client, port: server.port, connections, amount, request, first });
  const used = (await server.cpuMicroseconds()) - before;
  return { ...latency, cpuMicroseconds: used / amount };
}
