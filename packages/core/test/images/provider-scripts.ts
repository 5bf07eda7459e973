import assert from 'node:assert/strict';
import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import {
  type anImageGateway,
  jsonOf,
  partialEvent,
  settled,
  type Script,
} from './image-builders.ts';

/** Fails after the request was handed over. */
export function fails(failure: FailureClass, retryAfterMs?: number): Script {
  return async function* (_job, context) {
    context.dispatched();
    yield* [];
    throw new ProviderFailure(failure, `it said ${failure}`, { retryAfterMs });
  };
}

/** Waits for its signal and for nothing else. */
export const hangs: Script = async function* (_job, { signal }) {
  yield* [];
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

export const hangsAfterDispatch: Script = async function* (job, context) {
  context.dispatched();
  yield* hangs(job, context);
};

/** Hangs in the middle of an answer. */
export const hangsAfterFirstByte: Script = async function* (job, context) {
  context.dispatched();
  context.progress();
  yield* hangs(job, context);
};

/** Hangs in the middle of a stream. */
export const hangsAfterPartial: Script = async function* (job, context) {
  context.dispatched();
  yield partialEvent();
  yield* hangs(job, context);
};

/** Ignores its signal. */
export const deaf: Script = async function* (_job, context) {
  context.dispatched();
  yield* [];
  await new Promise(() => {});
};

export type Setup = ReturnType<typeof anImageGateway>;

/** Moves time in steps until the answer has arrived; fails rather than hang. */
export async function answered(
  { clock }: Setup,
  answer: Promise<GatewayResponse>,
  stepMs = 1000,
): Promise<{ response: GatewayResponse; waitedMs: number }> {
  const started = clock.now();
  let response: GatewayResponse | undefined;
  void answer.then((value) => (response = value));
  for (let steps = 0; steps < 400; steps++) {
    await settled();
    if (response !== undefined) return { response, waitedMs: clock.now() - started };
    clock.advance(stepMs);
  }
  return assert.fail('no answer within the time');
}

export const classesOf = (response: GatewayResponse) =>
  jsonOf(response).error?.metadata?.attempts?.map((attempt) => attempt.class);
