import { GatewayError, ProviderFailure } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import type { LatencyTimes } from '../latency/latency-times.ts';
import type { Unscripted } from './default-answer.ts';

type Steps = readonly (readonly ChatPart[])[];

/** What a model does whose name says it, where no rule answers. */
export interface NamedModel {
  readonly says: Unscripted;
  /** In place of the tenant's latency. */
  readonly latency?: LatencyTimes;
  /** What is left of its answer before it breaks off. */
  readonly cut?: (steps: Steps) => Steps;
  readonly error?: () => Error;
}

/** The models of the tiny world that are scripted by their names. */
export const NAMED_MODELS: Readonly<Record<string, NamedModel>> = {
  'mock/echo': { says: 'echo' },
  'mock/lorem': { says: 'lorem' },
  'mock/tools': { says: 'tools' },
  'mock/slow': { says: 'lorem', latency: { first: '2s', delta: '200ms' } },
  'mock/fail-529': { says: 'echo', error: () => new GatewayError('providerOverloaded') },
  'mock/cut': { says: 'lorem', cut: firstHalf },
};

/** How an answer that was cut ends: as one whose connection broke. */
export function cutOff(): Error {
  return new ProviderFailure('cut-off', 'the model mock/cut breaks off');
}

function firstHalf(steps: Steps): Steps {
  return steps.slice(0, Math.ceil(steps.length / 2));
}
