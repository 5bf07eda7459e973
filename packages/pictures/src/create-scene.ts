import { hashKey, type ImageJob } from '@model-gateway/core';
import { caption } from './caption/caption.ts';
import { requestLines } from './caption/request-lines.ts';
import { canvasOf, type Detail } from './canvas.ts';
import { thumbnailMarks } from './references/thumbnail-marks.ts';
import type { Thumbnail } from './references/thumbnail.ts';
import type { Size } from './size-of.ts';
import { composePicture } from './scene/compose-picture.ts';
import type { Mark } from './scene/marks/marks.ts';
import type { PictureKey } from './scene/picture-key.ts';

/** One image before it has a format: every back end draws the same scene. */
export interface Scene extends Size {
  /** Unique per scene. */
  readonly id: string;
  /** The size of the image; the scene itself may have a smaller one. */
  readonly image: Size;
  /** From the lowest up, in pixels of the scene. */
  readonly marks: readonly Mark[];
  /** Number of marks that belong to the picture; the rest are the caption. */
  readonly pictureMarks: number;
  readonly transparent: boolean;
  readonly title: string;
  readonly description: string;
}

/** The way in which a scene is to be made. */
export interface SceneOptions {
  readonly size: Size;
  readonly detail: Detail;
  readonly thumbnails: readonly Thumbnail[];
}

/** Creates the picture of a key, with its references and, in full detail, the request printed on it. */
export function createScene(job: ImageJob, key: PictureKey, options: SceneOptions): Scene {
  const { size, detail, thumbnails } = options;
  const transparent = job.background === 'transparent' && job.format !== 'jpeg';
  const lines = requestLines(job, size, key.index);
  const canvas = canvasOf(size, detail);
  const picture = composePicture(key, canvas, transparent);
  return {
    ...canvas,
    image: size,
    id: `i${hashKey(JSON.stringify([key, size, lines])).slice(0, 10)}`,
    marks: [
      ...picture,
      ...thumbnailMarks(thumbnails, canvas),
      ...(detail === 'full' ? caption(lines, canvas) : []),
    ],
    pictureMarks: picture.length,
    transparent,
    title: lines.title,
    description: lines.entries.join(', '),
  };
}
