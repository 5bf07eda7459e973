import assert from 'node:assert/strict';
import {
  isProviderFailure,
  sniffImage,
  type ImageData,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
} from '@model-gateway/core';
import { within } from '../adapters/within.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { isSoon } from './is-soon.ts';
import { runJob, type JobRun } from './run-job.ts';

/** A provider over an upstream that the cases can disturb. */
export interface ImageProviderSubject {
  /** The face `images` of the provider. */
  readonly provider: ImageProvider;
  /** Jobs that the upstream does, of every kind. */
  readonly jobs: readonly ImageJob[];
  /** Lets the upstream receive the next request and fall silent. */
  hang(): void;
  /** Resolves when the upstream has received that request. */
  reached(): Promise<void>;
  /** Lets the upstream close the connection of the next request without an answer. */
  breakOff(): void;
  /** Lets the upstream answer the next request with something that is not an answer. */
  answerGarbage(): void;
  /** Returns the number of requests that the upstream has received. */
  requests(): number;
  /** Resolves once the upstream has no open connection that is in use. */
  allClosed(): Promise<void>;
}

/** What every `ImageProvider` must do. */
export const IMAGE_PROVIDER_CASES: readonly ConformanceCase<ImageProviderSubject>[] = [
  {
    name: 'each image comes once and whole, and done comes once, at the end',
    spec: 'contract §4.4',
    async run({ provider, jobs }) {
      for (const job of jobs) {
        const { events } = await runJob(provider, job).whole();
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
  {
    name: 'a request is reported before it can be billed, and data as it arrives',
    spec: 'contract §4.6',
    async run({ provider, jobs, hang, reached, requests }) {
      const [job] = jobs;
      assert.ok(job);
      const done = await runJob(provider, job).whole();
      assert.ok(done.dispatches >= 1, 'dispatched was not called');
      assert.ok(done.progress >= 1, 'progress was not called');

      const before = requests();
      hang();
      const run = runJob(provider, job);
      const next = run.next();
      await within(reached(), 'the request');
      assert.ok(requests() > before);
      assert.ok(run.dispatches >= 1, 'the upstream has a request that was not reported');
      await abortAndCheck(run, next);
    },
  },
  {
    name: 'an abort ends the job at once with its reason, and closes the connection',
    spec: 'contract §4.7',
    async run({ provider, jobs, hang, reached, allClosed }) {
      for (const job of jobs) {
        hang();
        const run = runJob(provider, job);
        const next = run.next();
        await within(reached(), 'the request');
        await abortAndCheck(run, next);
        assert.ok(await isSoon(allClosed()), 'the connection is still open 100 ms later');
        assert.deepEqual(await run.rest(), [], 'events came after the abort');
      }
    },
  },
  {
    name: 'a job that is aborted before it starts asks nothing of the upstream',
    spec: 'contract §4.7',
    async run({ provider, jobs, requests }) {
      const [job] = jobs;
      assert.ok(job);
      const run = runJob(provider, job);
      run.abort();
      await assert.rejects(run.next(), (error) => error === run.reason);
      assert.equal(requests(), 0);
      assert.equal(run.dispatches, 0);
    },
  },
  {
    name: 'whatever the upstream does, only a ProviderFailure is thrown',
    spec: 'contract §4.6',
    async run({ provider, jobs, breakOff, answerGarbage }) {
      const [job] = jobs;
      assert.ok(job);
      for (const disturb of [breakOff, answerGarbage]) {
        disturb();
        await assert.rejects(runJob(provider, job).whole(), isProviderFailure);
      }
    },
  },
  {
    name: 'a job whose reader stops early leaves nothing open',
    spec: 'contract §4.7',
    async run({ provider, jobs, allClosed }) {
      for (const job of jobs) {
        const run = runJob(provider, job);
        await run.next();
        await run.leave();
      }
      await within(allClosed(), 'the end of every connection');
    },
  },
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

async function abortAndCheck(run: JobRun, next: Promise<unknown>): Promise<void> {
  // Watched before the abort, so that the rejection is never unhandled.
  const outcome = next.then(
    () => 'an event',
    (error: unknown) => error,
  );
  run.abort();
  assert.ok(await isSoon(outcome), 'the job goes on 100 ms later');
  assert.equal(await outcome, run.reason);
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
