import type { AttemptContext, ImageEvent, ImageJob, ImageProvider } from '@model-gateway/core';
import type { Waiting } from '../clock/counted-steps.ts';

/**
 * Makes the images of one request in place of the tenant's providers; `provider` is the one that was
 * chosen, and takes no time. A streamed job begins with `OPENING`. The work counts as under way,
 * unless it waits with `waiting`.
 */
export type ImageScript = (
  provider: ImageProvider,
  job: ImageJob,
  context: AttemptContext,
  waiting: Waiting,
) => AsyncGenerator<ImageEvent, void>;
