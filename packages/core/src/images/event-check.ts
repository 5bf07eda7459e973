import type { AttemptContext } from '../ports/attempt-context.ts';
import type { ImageEvent, ImageFormat, ImageJob } from '../ports/image-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import { checkImage } from './media-type.ts';

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Returns a provider's events as they may be passed on, up to `done`: exactly `n` images, each once,
 * each a whole image in one of the `formats` of the endpoint. They throw `malformed` for others.
 * Source: contract §4.4.
 */
export function checkedEvents(
  job: ImageJob,
  formats: readonly ImageFormat[],
  events: AsyncIterable<ImageEvent>,
  { dispatched }: Pick<AttemptContext, 'dispatched'>,
): AsyncIterator<ImageEvent, undefined> {
  const source = events[Symbol.asyncIterator]();
  const check = createEventCheck(job, formats);
  let isDone = false;
  return {
    async next() {
      if (isDone) return DONE;
      const result = await source.next();
      // A provider that answers was reached, even if it did not say so.
      dispatched();
      if (result.done === true) throw malformed('the response ended early');
      const event = check(result.value);
      isDone = event.type === 'done';
      return { done: false, value: event };
    },
    async return() {
      await source.return?.();
      return DONE;
    },
  };
}

/** Returns what checks one event after the other. */
function createEventCheck(
  job: ImageJob,
  formats: readonly ImageFormat[],
): (event: ImageEvent) => ImageEvent {
  // An SVG may hold a script, so nobody gets one without having asked for it.
  const allowed = formats.filter((format) => format !== 'svg' || job.format === 'svg');
  const types = new Set(allowed.map((format) => MEDIA_TYPES[format]));
  const seen = new Set<number>();
  return (event) => {
    if (event.type === 'done' && seen.size !== job.n) {
      throw malformed(`received ${seen.size} of ${job.n} images`);
    }
    if (event.type === 'image') {
      if (seen.has(event.index) || !(event.index >= 0 && event.index < job.n)) {
        throw malformed('received an image that the request did not ask for');
      }
      seen.add(event.index);
    }
    return event.type === 'image' || event.type === 'partial'
      ? withActualType(event, types)
      : event;
  };
}

/** The media types of formats. */
export const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** Takes the media type from the bytes, not from the provider. */
function withActualType<Event extends Extract<ImageEvent, { data: unknown }>>(
  event: Event,
  types: ReadonlySet<string>,
): Event {
  const mediaType = checkImage(event.data);
  if (mediaType === undefined) throw malformed('the response is not a complete image');
  if (!types.has(mediaType))
    throw malformed(`the response is ${mediaType}, which was not asked for`);
  return mediaType === event.mediaType ? event : { ...event, mediaType };
}

function malformed(message: string): ProviderFailure {
  return new ProviderFailure('malformed', message);
}
