import { readFileSync } from 'node:fs';
import type { Case } from './case.ts';

/** Ticks per second of the times in /proc: fixed at 100 for programs on Linux. */
const TICKS_PER_SECOND = 100;

/** CPU time of any process, its threads and the kernel's work for it included, to 10 ms. */
export function cpuMicrosecondsOf(pid: number): number {
  return (ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 1e6) / TICKS_PER_SECOND;
}

/** The case with the CPU time of its server read from /proc, as that of others is. */
export function timedFromOutside(one: Case): Case {
  const { server } = one;
  return {
    ...one,
    server: { ...server, cpuMicroseconds: async () => cpuMicrosecondsOf(server.pid) },
  };
}

/** `utime` plus `stime` of a line of /proc/<pid>/stat, see proc(5). */
export function ticksIn(stat: string): number {
  // The program's name is in parentheses and may hold blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
