import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes. */
export function residentBytesOf(pid: number): number {
  return residentBytesIn(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** The most resident memory that a process has had so far, in bytes. */
export function peakBytesOf(pid: number): number {
  return peakBytesIn(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** `VmRSS` of the text of /proc/<pid>/status, see proc(5). */
export function residentBytesIn(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** `VmHWM` of the same text. */
export function peakBytesIn(status: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
