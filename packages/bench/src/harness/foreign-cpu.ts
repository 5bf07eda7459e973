import { readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc: fixed at 100 for programs on Linux. */
const TICKS_PER_SECOND = 100;

/** CPU time of any process, its threads and the kernel's work for it included, to 10 ms. */
export function cpuMicrosecondsOf(pid: number): number {
  return (ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 1e6) / TICKS_PER_SECOND;
}

/** `utime` plus `stime` of a line of /proc/<pid>/stat, see proc(5). */
export function ticksIn(stat: string): number {
  // The program's name is in parentheses and may hold blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
