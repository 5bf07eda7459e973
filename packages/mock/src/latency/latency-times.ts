import type { Duration } from '../clock/virtual-clock.ts';

/** A span of time, or its minimum and maximum; the value between them depends on the seed. */
export type LatencySpan = Duration | readonly [least: Duration, most: Duration];

/** The duration of each stage; stages that are left out take no time. */
export interface LatencyTimes {
  /** Until the gateway begins with a request of any operation. */
  readonly answer?: LatencySpan | undefined;
  /** From there until the provider begins with an image. */
  readonly start?: LatencySpan | undefined;
  /** Until each partial image or piece of text of a stream. */
  readonly partial?: LatencySpan | undefined;
  /** Until each finished image. */
  readonly image?: LatencySpan | undefined;
  /** Until the first piece of an answer of a language model. */
  readonly first?: LatencySpan | undefined;
  /** Until each further piece. */
  readonly delta?: LatencySpan | undefined;
}
