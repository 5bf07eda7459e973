import type { ImageEvent, ImageJob } from '@model-gateway/core';
import type { ListedImageProvider } from '@model-gateway/providers';

/** Returns all events of a job. */
export async function runJob(
  { images }: ListedImageProvider,
  job: ImageJob,
  signal = new AbortController().signal,
): Promise<readonly ImageEvent[]> {
  const events: ImageEvent[] = [];
  const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
  for await (const event of images.generate(job, context)) events.push(event);
  return events;
}
