import assert from 'node:assert/strict';
import {
  sniffImage,
  type ImageData,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
} from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { startRun, type ProviderRun } from './start-run.ts';
import { upstreamCases, type DisturbedUpstream } from './upstream-cases.ts';

/** A provider over an upstream that the cases can disturb. */
export interface ImageProviderSubject extends DisturbedUpstream {
  /** The face `images` of the provider. */
  readonly provider: ImageProvider;
  /** Jobs that the upstream does, of every kind. */
  readonly jobs: readonly ImageJob[];
}

/** What every `ImageProvider` must do. */
export const IMAGE_PROVIDER_CASES: readonly ConformanceCase<ImageProviderSubject>[] = [
  {
    name: 'each image comes once and whole, and done comes once, at the end',
    spec: 'contract §4.4',
    async run(subject) {
      for (const job of subject.jobs) {
        const run = startJob(subject, job);
        await run.whole();
        const { events } = run;
        assert.deepEqual(
          indexes(events),
          Array.from({ length: job.n }, (_, index) => index),
        );
        for (const event of events) if ('data' in event) checkWhole(event.data);
        const ends = events.filter(({ type }) => type === 'done');
        assert.equal(ends.length, 1);
        assert.equal(events.at(-1)?.type, 'done');
      }
    },
  },
  ...upstreamCases<ImageJob, ImageProviderSubject>({
    job: 'job',
    specs: { abort: 'contract §4.7', failure: 'contract §4.6' },
    start: startJob,
  }),
  {
    name: 'an unknown model has no endpoint',
    spec: 'contract §4.3',
    async run({ provider, jobs }) {
      for (const { model } of jobs) assert.ok(provider.endpoint(model));
      for (const name of ['', 'no/such-model', 'constructor', '__proto__']) {
        assert.equal(provider.endpoint(name), undefined);
      }
    },
  },
];

function startJob({ provider }: ImageProviderSubject, job: ImageJob): ProviderRun<ImageEvent> {
  return startRun({
    ask(context) {
      const events = provider.generate(job, context);
      return async () => events;
    },
    read: (event: ImageEvent) => [event],
  });
}

function indexes(events: readonly ImageEvent[]): readonly number[] {
  return events
    .flatMap((event) => (event.type === 'image' ? [event.index] : []))
    .toSorted((a, b) => a - b);
}

function checkWhole(data: ImageData): void {
  const bytes =
    data.encoding === 'bytes'
      ? data.bytes
      : Buffer.from(Buffer.concat(data.parts).toString('latin1'), 'base64');
  assert.ok(sniffImage(bytes.subarray(0, 512)), 'the data is not an image');
}
