import type { ImageEvent, ImageJob } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';

/** Returns all events of a job. */
export async function runJob(
  { images }: ListedProvider,
  job: ImageJob,
  signal = new AbortController().signal,
): Promise<readonly ImageEvent[]> {
  const events: ImageEvent[] = [];
  const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
  for await (const event of images.generate(job, context)) events.push(event);
  return events;
}
