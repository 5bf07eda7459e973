import { GatewayError } from '@model-gateway/core';
import { createRandomSource, didYouMean } from '@model-gateway/core/kit';
import { toMilliseconds } from '../clock/duration.ts';
import { diagnostic } from '../diagnostics.ts';
import type {
  FixedLatency,
  Latency,
  LatencyFunction,
  LatencyName,
  LatencyStage,
  TimedStage,
} from './latency.ts';
import type { LatencySpan, LatencyTimes } from './latency-times.ts';
import { LATENCY_PROFILES } from './profiles.ts';

/**
 * Returns the duration of a stage in whole milliseconds; `count` distinguishes it from earlier ones
 * of the same images.
 */
export interface Timing {
  (stage: TimedStage, count?: number): number;
  /** Whether the pieces of every conversation come at once. */
  readonly isAtOnce: boolean;
}

type Ranges = Readonly<Record<LatencyStage, readonly [least: number, most: number]>>;

/**
 * Throws GW1501 and GW1504 for an invalid latency; a function is only called when its stage begins.
 */
export function createTiming(latency: Latency, seed: number): Timing {
  const isFunction = typeof latency === 'function';
  const fixed = rangesOf(isFunction ? 'none' : latency);
  const rangesFor = isFunction ? asking(latency) : () => fixed;
  const timing = (stage: TimedStage, count = 0) => {
    const [least, most] = rangesFor(stage)[stage.stage];
    if (least === most) return Math.round(least);
    const source = createRandomSource(`${seed}\n${keyOf(stage)}\n${count}`);
    return Math.round(source.between(least, most));
  };
  const isAtOnce = !isFunction && [...fixed.first, ...fixed.delta].every((time) => time === 0);
  return Object.assign(timing, { isAtOnce });
}

/** An error of the function becomes the answer, for its author to read. */
function asking(latency: LatencyFunction): (stage: TimedStage) => Ranges {
  return (stage) => {
    try {
      return rangesOf(latency(stage) ?? 'none');
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      const message = `the latency function of this mock failed: ${said}`;
      throw new GatewayError('internal', { message, cause });
    }
  };
}

/** Without the number of the request, so that requests at the same time change nothing. */
function keyOf({ stage, operation, request, job, chat }: TimedStage): string {
  if (request !== undefined) return `${stage} ${operation} ${request.path}${request.search}`;
  if (chat !== undefined) return JSON.stringify([stage, chat.model, chat.messages]);
  const { model, prompt, n, seed, format, stream } = job;
  return JSON.stringify([stage, model, prompt, n, seed, format, stream]);
}

function rangesOf(latency: FixedLatency): Ranges {
  const times = timesOf(latency);
  return {
    answer: rangeOf(times.answer),
    start: rangeOf(times.start),
    partial: rangeOf(times.partial),
    image: rangeOf(times.image),
    first: rangeOf(times.first),
    delta: rangeOf(times.delta),
  };
}

const STAGES = ['answer', 'start', 'partial', 'image', 'first', 'delta'] as const;

function timesOf(latency: FixedLatency): LatencyTimes {
  if (isName(latency)) return LATENCY_PROFILES[latency];
  if (isSpan(latency)) return Object.fromEntries(STAGES.map((stage) => [stage, latency]));
  const unknown = Object.keys(latency).find((stage) => !STAGES.some((known) => known === stage));
  if (unknown === undefined) return latency;
  throw diagnostic(
    'GW1504',
    `a latency has the stages ${STAGES.join(', ')}, got "${unknown}"${didYouMean(unknown, STAGES)}`,
  );
}

function isName(latency: FixedLatency): latency is LatencyName {
  if (typeof latency !== 'string') return false;
  const names = Object.keys(LATENCY_PROFILES);
  if (names.includes(latency)) return true;
  if (/^\d/.test(latency)) return false;
  throw diagnostic(
    'GW1504',
    `a latency must be ${names.join(', ')}, a duration such as '200ms', or { ${STAGES.join(', ')} }, ` +
      `got "${latency}"${didYouMean(latency, names)}`,
  );
}

function isSpan(latency: LatencySpan | LatencyTimes): latency is LatencySpan {
  return typeof latency !== 'object' || Array.isArray(latency);
}

function rangeOf(span: LatencySpan = 0): readonly [least: number, most: number] {
  if (typeof span !== 'object') {
    const milliseconds = toMilliseconds(span);
    return [milliseconds, milliseconds];
  }
  const [least, most] = [toMilliseconds(span[0]), toMilliseconds(span[1])];
  if (least <= most) return [least, most];
  throw diagnostic('GW1504', `the minimum of a latency comes first, got [${span.join(', ')}]`);
}
