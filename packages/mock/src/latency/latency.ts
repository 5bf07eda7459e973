import type { ImageJob } from '@model-gateway/core';
import type { ChatRequest } from '@model-gateway/core/chat';
import type { GatewayRequest } from '@model-gateway/core/http';
import type { Stage } from '@model-gateway/pictures';
import type { TargetName } from '../route-name.ts';
import type { LatencySpan, LatencyTimes } from './latency-times.ts';
import type { LATENCY_PROFILES } from './profiles.ts';

/**
 * The stages that take time: the answer to any operation, and those of an image and of a
 * conversation on top of that.
 */
export type LatencyStage = 'answer' | Stage | ChatStage;

/** The first piece of what a model says, and each one after it. */
export type ChatStage = 'first' | 'delta';

/** A profile of latencies by name. */
export type LatencyName = keyof typeof LATENCY_PROFILES;

/** One value for every stage, one for each stage, or a profile. */
export type FixedLatency = LatencySpan | LatencyTimes | LatencyName;

/**
 * A stage of a request: of any operation before it is answered, of an image in the making, or of an
 * answer as it is said.
 */
export type TimedStage =
  | {
      readonly stage: 'answer';
      readonly operation: TargetName;
      readonly request: GatewayRequest;
      readonly job?: undefined;
      readonly chat?: undefined;
    }
  | {
      readonly stage: Stage;
      readonly operation: 'createImage';
      /** The job of the provider. */
      readonly job: ImageJob;
      readonly request?: undefined;
      readonly chat?: undefined;
    }
  | {
      readonly stage: ChatStage;
      readonly operation: 'createChatCompletion';
      /** The conversation as the provider has it. */
      readonly chat: ChatRequest;
      readonly request?: undefined;
      readonly job?: undefined;
    };

/** The latency of a gateway. The same request with the same seed always takes as long. */
export type Latency = FixedLatency | LatencyFunction;

/** Called before each stage; undefined is no wait. */
export type LatencyFunction = (stage: TimedStage) => FixedLatency | undefined;
