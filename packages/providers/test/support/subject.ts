import type { FailureClass, HttpClient, ImageJob } from '@model-gateway/core';
import type { ListedImageProvider } from '@model-gateway/providers';
import type {
  FakeProvider,
  FakeReply,
  FakeRequest,
  Fault,
  Stage,
} from '@model-gateway/providers/testing';
import type { SkippingClock } from './skipping-clock.ts';

/** How a provider over its fake is made and what is asked of it. */
export interface ProviderSubject {
  readonly start: () => Promise<FakeProvider>;
  readonly create: (options: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly http: HttpClient;
    readonly clock: SkippingClock;
    readonly random: () => number;
  }) => ListedImageProvider;
  /** The model that faults are tried with. */
  readonly model: string;
  /** The stages of a job, in order. */
  readonly stages: readonly Stage[];
  /** Its own ways to fail, in its own words. */
  readonly failures: readonly OwnFailure[];
  /** Jobs of every kind that it can do. */
  readonly jobs: readonly Partial<ImageJob>[];
  /** What an image of `model` costs over the fake, USD. */
  readonly cost: string;
  /** The status of a job that goes on, where jobs are polled. */
  readonly pending?: FakeReply;
  /** Whether its jobs can be called off. */
  readonly canCancel?: boolean;
  /** The schema of its requests, of `test/schemas/`. */
  readonly schema?: { readonly file: string; readonly of: (request: FakeRequest) => string };
}

/** A fault, and the class that it has to be given. */
export type OwnFailure = readonly [what: string, stage: Stage, fault: Fault, failure: FailureClass];

/** A job for one image of a model. */
export function aJob(model: string, changes: Partial<ImageJob> = {}): ImageJob {
  return {
    model,
    prompt: 'a cat',
    n: 1,
    format: 'png',
    references: [],
    stream: false,
    options: {},
    ...changes,
  };
}
