import { cpus } from 'node:os';
import type { BenchOptions } from './options.ts';
import type { NamedOutcome } from './run-suites.ts';

/** Everything that was measured, for a file. Only ratios mean something on another machine. */
export function toReport(outcomes: readonly NamedOutcome[], { rounds, scale }: BenchOptions) {
  const processors = cpus();
  return {
    node: process.version,
    processor: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    rounds,
    scale,
    suites: outcomes,
  };
}
