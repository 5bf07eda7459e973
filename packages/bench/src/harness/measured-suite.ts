import type { Row } from '../verdict.ts';
import type { Case } from './case.ts';
import type { Measurements } from './measurements.ts';
import { measureInRounds } from './round-robin.ts';
import type { Bench, Suite } from './suite.ts';

interface MeasuredSuite<Name extends string> extends Pick<Suite, 'name' | 'ids'> {
  /** Starts the servers, which end with `running`, and says what to send them. */
  start(bench: Bench, running: AsyncDisposableStack): Promise<Readonly<Record<Name, Case>>>;
  /** The two names of the case that is measured twice. */
  readonly twice: readonly [NoInfer<Name>, NoInfer<Name>];
  readonly rows: (measurements: Measurements<Name>, noise: number) => readonly Row[];
}

/** A suite whose cases take turns, one of them under two names. */
export function measuredSuite<Name extends string>({
  name,
  ids,
  start,
  twice,
  rows,
}: MeasuredSuite<Name>): Suite {
  return {
    name,
    ids,
    async run(bench) {
      const measurements = await measureInRounds((running) => start(bench, running), bench);
      const noise = measurements.noise(...twice);
      return { noise, measured: measurements.summary(), rows: rows(measurements, noise) };
    },
  };
}
