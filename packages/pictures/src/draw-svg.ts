import type { ImageEvent } from '@model-gateway/core';
import { scenesOf, type DrawingRequest } from './drawing-request.ts';
import { MEDIA_TYPES } from './encode/encoder.ts';
import { createPause } from './pause.ts';
import type { Scene } from './create-scene.ts';
import { svgChunks } from './svg/svg-chunks.ts';
import { svgMarkup } from './svg/svg-markup.ts';

/**
 * The images of a job as SVG documents, one after the other. Streaming, the text of each comes
 * before: a `draft` with its lowest shapes only, then the document itself as `content`.
 */
export async function* drawSvg(request: DrawingRequest): AsyncGenerator<ImageEvent> {
  const { streams, pace, signal } = request;
  const pause = createPause(signal);
  let index = 0;
  for await (const scene of scenesOf(request)) {
    await pause();
    const markup = svgMarkup(scene);
    for (const text of streams ? svgChunks(draftOf(scene)) : []) {
      await pace('partial');
      yield { type: 'text', phase: 'draft', text };
    }
    for (const text of streams ? svgChunks(markup) : []) {
      await pace('partial');
      yield { type: 'text', phase: 'content', text };
    }
    await pace('image');
    const data = { encoding: 'bytes', bytes: new TextEncoder().encode(markup) } as const;
    yield { type: 'image', index: index++, data, mediaType: MEDIA_TYPES.svg };
  }
}

/** A sketch: the first few shapes, without the caption. */
function draftOf(scene: Scene): string {
  const shapes = Math.min(5, Math.ceil(scene.pictureMarks / 3));
  return svgMarkup({ ...scene, id: `${scene.id}-draft`, marks: scene.marks.slice(0, shapes) });
}
