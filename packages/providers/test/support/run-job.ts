import type { ImageEvent, ImageJob, ImageProvider } from '@model-gateway/core';

/** Returns all events of a job. */
export async function runJob(
  provider: ImageProvider,
  job: ImageJob,
  signal = new AbortController().signal,
): Promise<readonly ImageEvent[]> {
  const events: ImageEvent[] = [];
  const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
  for await (const event of provider.generate(job, context)) events.push(event);
  return events;
}
