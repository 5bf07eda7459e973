import { readdirSync, readFileSync } from 'node:fs';
import type { Case } from './case.ts';

/**
 * CPU time of any process, the kernel's work for it included, to the nanosecond: the sum over the
 * threads that it has. What a thread took that has ended is lost, so the difference of two calls holds
 * for a process that keeps its threads, as those of Node do.
 */
export function cpuMicrosecondsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => nanosecondsIn(readFileSync(`${tasks}/${task}/schedstat`, 'utf8')) / 1000)
    .reduce((sum, each) => sum + each, 0);
}

/** The case with the CPU time of its server read from /proc, as that of others is. */
export function timedFromOutside(one: Case): Case {
  const { server } = one;
  return {
    ...one,
    server: { ...server, cpuMicroseconds: async () => cpuMicrosecondsOf(server.pid) },
  };
}

/**
 * Time on a processor, the first number of /proc/<pid>/task/<tid>/schedstat. `utime` and `stime` of
 * `stat` count in hundredths of a second, of which a round of short requests has two or three.
 */
export function nanosecondsIn(schedstat: string): number {
  return Number(schedstat.slice(0, schedstat.indexOf(' ')));
}
