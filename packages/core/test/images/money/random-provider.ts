import {
  ProviderFailure,
  type Clock,
  type FailureClass,
  type ImageEndpoint,
  type ImageEvent,
} from '@model-gateway/core';
import { anEndpoint, aProvider, imageEvent, partialEvent, type Script } from '../image-builders.ts';
import type { Random } from './random.ts';
import { randomPrices, randomUsage } from './random-prices.ts';
import type { Usage } from './reference-bill.ts';

type Step =
  | { readonly kind: 'event'; readonly event: ImageEvent }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'fail'; readonly failure: FailureClass; readonly retryAfterMs?: number }
  | { readonly kind: 'bug' | 'hang' | 'deaf' | 'end' };

const CLASSES: readonly [FailureClass, ...FailureClass[]] = [
  'parameter',
  'policy',
  'credential',
  'model',
  'timeout',
  'too-large',
  'rate-limited',
  'server',
  'malformed',
  'overloaded',
];

/** A provider that does something else at each attempt, and remembers what it said of the last. */
export function randomProvider(slug: string, random: Random, clock: () => Clock) {
  const endpoint: ImageEndpoint = anEndpoint({
    pricing: randomPrices(random),
    maxImages: 10,
    maxTokensPerImage: random.whole(1, 5),
    streams: random.chance(0.85),
  });
  let said: Usage = {};
  let ignoresItsSignal = false;
  const script: Script = async function* (job, context) {
    said = {};
    if (random.chance(0.9)) context.dispatched();
    for (const step of randomSteps(random, job.n)) {
      switch (step.kind) {
        case 'event':
          if (step.event.type === 'usage') said = step.event;
          yield step.event;
          break;
        case 'wait':
          await aborted(context.signal, (done) => clock().after(step.milliseconds, done));
          context.progress();
          break;
        case 'fail':
          throw new ProviderFailure(step.failure, 'it failed', step);
        case 'bug':
          throw new TypeError('a bug');
        case 'hang':
          await aborted(context.signal, () => () => {});
          break;
        case 'deaf':
          ignoresItsSignal = true;
          await new Promise(() => {});
          break;
        case 'end':
          return;
      }
    }
  };
  return {
    provider: aProvider(slug, script, endpoint),
    pricing: endpoint.pricing,
    maxTokensPerImage: endpoint.maxTokensPerImage ?? 0,
    /** What the last attempt reported, as far as it was asked to go on. */
    said: () => said,
    ignoresItsSignal: () => ignoresItsSignal,
  };
}

/** Settles when `start` says so; rejects as soon as the signal aborts. */
function aborted(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = start(resolve);
    const leave = () => {
      cancel();
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** Returns valid steps in any allowed order; one time in three with a fault. */
function randomSteps(random: Random, n: number): readonly Step[] {
  const event = (made: ImageEvent): Step => ({ kind: 'event', event: made });
  const steps: Step[] = [];
  const now = (step: Step, probability: number) => random.chance(probability) && steps.push(step);
  const wait = () =>
    now({ kind: 'wait', milliseconds: random.pick([10, 900, 20_000, 61_000]) }, 0.15);
  wait();
  for (let index = 0; index < n; index++) {
    now(event(partialEvent(index)), 0.3);
    now(event({ type: 'text', phase: 'draft', text: 'x' }), 0.05);
    now(event({ type: 'usage', ...randomUsage(random) }), 0.05);
    wait();
    steps.push(event(imageEvent(index)));
  }
  now(event({ type: 'usage', ...randomUsage(random) }), 0.7);
  wait();
  steps.push(event({ type: 'done' }));
  if (random.chance(0.33)) steps.splice(random.whole(0, steps.length - 1), 1, randomFault(random));
  return steps;
}

/** In place of a step; leaving one out makes an answer of too few images, or without an end. */
function randomFault(random: Random): Step {
  const retryAfterMs = random.pick([0, 100, 2000, 60_000]);
  return random.pick<Step>([
    { kind: 'fail', failure: random.pick(CLASSES) },
    { kind: 'fail', failure: random.pick(['rate-limited', 'overloaded']), retryAfterMs },
    { kind: 'event', event: imageEvent(random.whole(0, 10)) },
    { kind: 'bug' },
    { kind: 'hang' },
    { kind: 'deaf' },
    { kind: 'end' },
    { kind: 'wait', milliseconds: 0 },
  ]);
}
