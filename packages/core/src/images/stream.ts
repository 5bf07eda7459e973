import { ERRORS } from '../errors.ts';
import type { ServerSentEvent } from '../http/message.ts';
import type { ImageData, ImageEvent } from '../ports/image-provider.ts';
import { isProviderFailure } from '../ports/provider-failure.ts';
import type { ImageUsage } from '../resources/image-response.ts';
import { FAILURE_POLICY } from '../inference/attempts/failure-policy.ts';
import { base64Of, isOutput, type FinishedImage, type TextEvent } from './image-data.ts';
import { encodeText } from '../bytes/encode-text.ts';

/** Called as the frames of images go out. */
export interface StreamListener {
  /** With the frame of each complete image, before it comes. */
  readonly onCompleted: (frame: ServerSentEvent) => void;
  /** With an image's data once the next frame is asked for. */
  readonly onDelivered: (data: ImageData) => void;
}

/**
 * Yields the frames of a streamed generation: partial images and text as they arrive, each image
 * once as `image_generation.completed`, `[DONE]` last. The newest image is held until it is known
 * whether more follows, because the last one carries the usage (contract §4.5). An error after the
 * first frame becomes an `error` frame. Source: contract §5.7, §4.5.
 */
export async function* streamImages(
  events: AsyncIterable<ImageEvent>,
  created: number,
  usage: () => ImageUsage | undefined,
  listener: StreamListener,
): AsyncGenerator<ServerSentEvent, void> {
  const completed = (image: FinishedImage, used: ImageUsage | undefined) =>
    delivered(image.data, completedFrame(image, created, used), listener);
  let held: FinishedImage | undefined;
  try {
    for await (const event of events) {
      // More output follows, so the held image was not the last.
      if (held !== undefined && isOutput(event)) {
        const image = held;
        held = undefined;
        yield* completed(image, undefined);
      }
      if (event.type === 'partial') {
        yield partialFrame(event.index, event.data);
        listener.onDelivered(event.data);
      } else if (event.type === 'text') yield textFrame(event);
      else if (event.type === 'image') held = event;
    }
    if (held !== undefined) yield* completed(held, usage());
  } catch (error) {
    // Anything else is a bug of ours or the client leaving, which ends the connection.
    if (!isProviderFailure(error)) throw error;
    // Complete, whatever happened after it.
    if (held !== undefined) yield* completed(held, undefined);
    const { error: name } = FAILURE_POLICY[error.failure];
    const { status, message } = ERRORS[name];
    yield {
      data: JSON.stringify({
        type: 'error',
        error: { message, code: String(status), type: error.failure },
      }),
    };
  }
  yield { data: '[DONE]' };
}

/** Yields the frame of a complete image, and tells the listener of it before and after. */
function* delivered(
  data: ImageData,
  completed: ServerSentEvent,
  { onCompleted, onDelivered }: StreamListener,
): Generator<ServerSentEvent, void> {
  onCompleted(completed);
  yield completed;
  onDelivered(data);
}

function textFrame({ phase, text }: TextEvent): ServerSentEvent {
  return { data: JSON.stringify({ type: 'image_generation.text_chunk', text, phase }) };
}

function partialFrame(index: number, data: ImageData): ServerSentEvent {
  const type = '"type":"image_generation.partial_image"';
  return frame(`{${type},"partial_image_index":${index},"b64_json":"`, data, '"}');
}

function completedFrame(
  { data, mediaType }: FinishedImage,
  created: number,
  usage: ImageUsage | undefined,
): ServerSentEvent {
  const rest = { media_type: mediaType, created, ...(usage === undefined ? {} : { usage }) };
  return frame(
    '{"type":"image_generation.completed","b64_json":"',
    data,
    `",${JSON.stringify(rest).slice(1)}`,
  );
}

/** Puts the base64 between head and tail unchanged: large strings are never built or escaped. */
function frame(head: string, data: ImageData, tail: string): ServerSentEvent {
  return { dataParts: framed(encodeText(head), base64Of(data), encodeText(tail)) };
}

function* framed(head: Uint8Array, body: Iterable<Uint8Array>, tail: Uint8Array) {
  yield head;
  yield* body;
  yield tail;
}
