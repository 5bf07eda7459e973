import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../../mock/test/browser/shared-browser.ts';

/** What the main thread of a page did while something ran, in milliseconds of processor time. */
export interface OwnWork {
  /** The processor time of each task, longest first. */
  readonly tasks: readonly number[];
  readonly totalMs: number;
}

/**
 * Measures the tasks of a page's main thread by their processor time: what other programs on the
 * machine do meanwhile makes a task last longer, but not work more.
 */
export async function ownWorkOf(page: Page, run: () => Promise<void>): Promise<OwnWork> {
  const browser = await sharedBrowser();
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Buffer;
  try {
    await run();
  } finally {
    trace = await browser.stopTracing();
  }
  return workIn(eventsOf(trace));
}

/** Those of tasks, and of the names of threads. */
const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/** An event of a trace. Source: the Trace Event Format of Chromium. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time of a complete event. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

function eventsOf(trace: Buffer): readonly TraceEvent[] {
  // Chromium writes it.
  return (JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] })
    .traceEvents;
}

function workIn(events: readonly TraceEvent[]): OwnWork {
  const main = new Set(events.filter(isMainThread).map(threadOf));
  const tasks = events
    .filter((event) => event.name === 'RunTask' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
    .toSorted((one, other) => other - one);
  return { tasks, totalMs: tasks.reduce((sum, task) => sum + task, 0) };
}

function isMainThread({ name, args }: TraceEvent): boolean {
  return name === 'thread_name' && args?.name === 'CrRendererMain';
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}
