import type { ImageEvent, ImageFormat, ImageJob } from '../ports/image-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import { checkImage } from './media-type.ts';

/** Returns the event as it may be passed on; throws `malformed` for an invalid one. */
export type EventCheck = (event: ImageEvent) => ImageEvent;

/**
 * Prepares checking one answer to `job`: exactly `n` images, each once, each a whole image in one of
 * the `formats` of the endpoint. Source: contract §4.4.
 */
export function createEventCheck(job: ImageJob, formats: readonly ImageFormat[]): EventCheck {
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

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
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
