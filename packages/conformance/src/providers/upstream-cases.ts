import assert from 'node:assert/strict';
import { isProviderFailure } from '@model-gateway/core';
import { within } from '../adapters/within.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { isSoon } from './is-soon.ts';
import type { ProviderRun } from './start-run.ts';

/** An upstream that the cases can disturb, behind a provider. */
export interface DisturbedUpstream {
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

interface Disturbed<Job> extends DisturbedUpstream {
  readonly jobs: readonly Job[];
}

/** A kind of provider. */
interface ProviderKind<Job, Subject> {
  /** What a job of it is called. */
  readonly job: string;
  /** Where contract says what an abort does, and what may be thrown. */
  readonly specs: { readonly abort: string; readonly failure: string };
  readonly start: (subject: Subject, job: Job) => ProviderRun<unknown>;
}

/** What a provider of any kind must do when it is aborted and when its upstream fails. */
export function upstreamCases<Job, Subject extends Disturbed<Job>>({
  job: called,
  specs,
  start,
}: ProviderKind<Job, Subject>): readonly ConformanceCase<Subject>[] {
  return [
    {
      name: 'a request is reported before it can be billed, and data as it arrives',
      spec: 'contract §4.6',
      async run(subject) {
        const job = firstOf(subject);
        const done = start(subject, job);
        await done.whole();
        assert.ok(done.dispatches >= 1, 'dispatched was not called');
        assert.ok(done.progress >= 1, 'progress was not called');

        const before = subject.requests();
        subject.hang();
        const run = start(subject, job);
        const next = run.next();
        await within(subject.reached(), 'the request');
        assert.ok(subject.requests() > before);
        assert.ok(run.dispatches >= 1, 'the upstream has a request that was not reported');
        await abortAndCheck(run, next);
      },
    },
    {
      name: `an abort ends the ${called} at once with its reason, and closes the connection`,
      spec: specs.abort,
      async run(subject) {
        for (const job of subject.jobs) {
          subject.hang();
          const run = start(subject, job);
          const next = run.next();
          await within(subject.reached(), 'the request');
          await abortAndCheck(run, next);
          assert.ok(await isSoon(subject.allClosed()), 'the connection is still open 100 ms later');
          const before = run.events.length;
          await run.whole().catch(() => {});
          assert.equal(run.events.length, before, 'events came after the abort');
        }
      },
    },
    {
      name: `a ${called} that is aborted before it starts asks nothing of the upstream`,
      spec: specs.abort,
      async run(subject) {
        const run = start(subject, firstOf(subject));
        run.abort();
        await assert.rejects(run.next(), (error) => error === run.reason);
        assert.equal(subject.requests(), 0);
        assert.equal(run.dispatches, 0);
      },
    },
    {
      name: 'whatever the upstream does, only a ProviderFailure is thrown',
      spec: specs.failure,
      async run(subject) {
        for (const job of subject.jobs) {
          for (const disturb of [subject.breakOff, subject.answerGarbage]) {
            disturb();
            await assert.rejects(start(subject, job).whole(), isProviderFailure);
          }
        }
      },
    },
    {
      name: `a ${called} whose reader stops early leaves nothing open`,
      spec: specs.abort,
      async run(subject) {
        for (const job of subject.jobs) {
          const run = start(subject, job);
          await run.next();
          await run.leave();
        }
        await within(subject.allClosed(), 'the end of every connection');
      },
    },
  ];
}

function firstOf<Job>({ jobs: [job] }: Disturbed<Job>): Job {
  assert.ok(job !== undefined);
  return job;
}

async function abortAndCheck(run: ProviderRun<unknown>, next: Promise<unknown>): Promise<void> {
  // Watched before the abort, so that the rejection is never unhandled.
  const outcome = next.then(
    () => 'a step',
    (error: unknown) => error,
  );
  run.abort();
  assert.ok(await isSoon(outcome), 'the job goes on 100 ms later');
  assert.equal(await outcome, run.reason);
}
