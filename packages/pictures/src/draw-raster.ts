import type { ImageEvent } from '@model-gateway/core';
import { abortable } from '@model-gateway/core/kit';
import { stagesOf } from './stages.ts';
import { scenesOf, type DrawingRequest } from './drawing-request.ts';
import { loadEncoder, MEDIA_TYPES, type RasterFormat } from './encode/encoder.ts';
import { createPause } from './pause.ts';
import type { Picture } from './raster/picture.ts';

/**
 * Yields the images of a job as files of pixels, one after the other. Streaming, up to three
 * `partial` images of the same size and format come before each, ever sharper; their index starts
 * at 0 for each image.
 */
export async function* drawRaster(
  request: DrawingRequest,
  format: RasterFormat,
): AsyncGenerator<ImageEvent> {
  const { job, size, streams, pace, signal, loadSharp } = request;
  const encode = await abortable(loadEncoder(format, loadSharp), signal);
  const pause = createPause(signal);
  const mediaType = MEDIA_TYPES[format];
  const { partials, image } = stagesOf(size, request.detail);
  const toData = async (picture: Picture, alpha: boolean) => {
    const options = { alpha, size, quality: job.compression };
    return { encoding: 'bytes', bytes: await abortable(encode(picture, options), signal) } as const;
  };

  let index = 0;
  for await (const scene of scenesOf(request)) {
    // A small image is drawn in one turn, but ten of them should not be.
    if (index > 0) await pause();
    for (const [step, draw] of (streams ? partials : []).entries()) {
      const data = await toData(await draw(scene, pause), scene.transparent);
      await pace('partial');
      yield { type: 'partial', index: step, data, mediaType };
    }
    const data = await toData(await image(scene, pause), scene.transparent);
    await pace('image');
    yield { type: 'image', index: index++, data, mediaType };
  }
}
