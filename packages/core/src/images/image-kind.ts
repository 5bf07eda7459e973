import { arrivalsOf } from '../http/arrivals.ts';
import type { Kind } from '../inference/infer.ts';
import type { FetchContext } from '../inference/fetching/fetch-url.ts';
import type { AttemptLimits } from '../inference/attempts/attempt-timer.ts';
import type { ImageEvent, ImageEvents, ImageJob, ReferenceImage } from '../ports/image-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import type { Candidate } from './candidates.ts';
import { deliver } from './deliver.ts';
import { checkedEvents } from './event-check.ts';
import { isOutput, isPreview } from './image-data.ts';
import { loadReferences, type ReferenceContext } from './references.ts';

/** Times of contract §4.6; the first byte of a stream is due sooner. */
const LIMITS: AttemptLimits = {
  connectMs: 5000,
  firstByteMs: 120_000,
  idleMs: 60_000,
  firstOutputMs: Infinity,
  betweenOutputsMs: Infinity,
  wholeMs: 180_000,
};
const STREAM_LIMITS: AttemptLimits = { ...LIMITS, firstByteMs: 60_000 };

/** Returns how one request for images is served. A step is an event of its provider. */
export function imageKind(
  wanted: ImageRequest['input_references'],
  trace: GenerationTrace | undefined,
): Kind<Candidate, ImageEvent> {
  let references: readonly ReferenceImage[] = [];
  let hasLoaded = wanted === undefined || wanted === null;
  /** Of the attempt that began last, which is the one that is accepted. */
  let events: ImageEvents | undefined;
  const load = async ({ clock, http, signal }: FetchContext) => {
    const onRefused: ReferenceContext['onRefused'] = (path, egress) =>
      trace?.referenceRefused(path, egress);
    references = await loadReferences(wanted, { clock, http, signal, onRefused });
    hasLoaded = true;
    trace?.references(references);
  };
  return {
    inputPath: 'prompt',
    budgetMs: 300_000,
    prepare: (_, context) => (hasLoaded ? undefined : load(context)),
    limits: ({ job }) => (job.stream ? STREAM_LIMITS : LIMITS),
    start({ images, endpoint, job }, context) {
      const whole: ImageJob = { ...job, references };
      refuseLargeReferences(references, endpoint.maxReferenceBytes);
      events = images.generate(whole, context);
      return arrivalsOf(checkedEvents(whole, endpoint.formats, events, context));
    },
    response: ({ job }) => responseOf(job.stream),
    isOutput,
    deliver: (accepted, context) => deliver(accepted, references.length, events, context),
  };
}

/** Throws `too-large` for a reference that the provider would only refuse. */
function refuseLargeReferences(references: readonly ReferenceImage[], most = Infinity): void {
  if (references.every(({ bytes }) => bytes.byteLength <= most)) return;
  throw new ProviderFailure('too-large', `it takes references of at most ${most} bytes`);
}

/**
 * A buffered job has responded when it is complete, a streamed one when its first frame can be
 * written. An image alone is not enough for that: it is sent only when it is known whether more
 * follows, and until then the provider may still fail unnoticed.
 */
function responseOf(isStream: boolean): (event: ImageEvent) => boolean {
  let outputs = 0;
  return (event) => {
    if (event.type === 'done') return true;
    if (isOutput(event)) outputs++;
    return isStream && (isPreview(event) || outputs > 1);
  };
}
