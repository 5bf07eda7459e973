import type { ImageEvent, ImageJob } from '../ports/image-provider.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import { checkImage } from './media-type.ts';

/** Returns the event as it may be passed on; throws `malformed` for an invalid one. */
export type EventCheck = (event: ImageEvent) => ImageEvent;

/** Prepares checking one answer to `job`: exactly `n` images, each once, each a whole image. */
export function createEventCheck(job: ImageJob): EventCheck {
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
    return event.type === 'image' || event.type === 'partial' ? withActualType(event) : event;
  };
}

/** Takes the media type from the bytes, not from the provider. */
function withActualType<Event extends Extract<ImageEvent, { data: unknown }>>(event: Event): Event {
  const mediaType = checkImage(event.data);
  if (mediaType === undefined) throw malformed('the response is not a complete image');
  return mediaType === event.mediaType ? event : { ...event, mediaType };
}

function malformed(message: string): ProviderFailure {
  return new ProviderFailure('malformed', message);
}
