import type { ImageEvent } from '@model-gateway/core';
import { abortable } from '@model-gateway/core/kit';
import { scenesOf, type DrawingRequest } from './drawing-request.ts';
import { loadEncoder, MEDIA_TYPES, type RasterFormat } from './encode/encoder.ts';
import type { LoadSharp } from './encode/sharp.ts';
import { createPause } from './pause.ts';
import { coarsePicture, coarseness } from './raster/coarse-picture.ts';
import { rasterise, type Raster } from './raster/rasterise.ts';

/**
 * The images of a job as files of pixels, one after the other. Streaming, each comes up to three
 * times before as a `partial` of the same size and format, ever sharper; their index starts at 0
 * for each image.
 */
export async function* drawRaster(
  request: DrawingRequest,
  format: RasterFormat,
  loadSharp: LoadSharp,
): AsyncGenerator<ImageEvent> {
  const { job, size, streams, pace, signal } = request;
  const encode = await abortable(loadEncoder(format, loadSharp), signal);
  const pause = createPause(signal);
  const mediaType = MEDIA_TYPES[format];
  const toData = async (raster: Raster, alpha: boolean) => {
    const options = { alpha, quality: job.compression, pause };
    return { encoding: 'bytes', bytes: await abortable(encode(raster, options), signal) } as const;
  };

  let index = 0;
  for (const scene of scenesOf(request)) {
    for (const [step, times] of (streams ? coarseness(size) : []).entries()) {
      const raster = await coarsePicture(scene, times, pause);
      const data = await toData(raster, scene.transparent);
      await pace('partial');
      yield { type: 'partial', index: step, data, mediaType };
    }
    const data = await toData(await rasterise(scene, size, pause), scene.transparent);
    await pace('image');
    yield { type: 'image', index: index++, data, mediaType };
  }
}
