import { hashKey, type ImageJob } from '@model-gateway/core';
import { caption } from './caption/caption.ts';
import { requestLines } from './caption/request-lines.ts';
import type { Size } from './size-of.ts';
import { composePicture } from './scene/compose-picture.ts';
import type { Mark } from './scene/marks.ts';
import type { PictureKey } from './scene/picture-key.ts';

/** One image before it has a format: every back end draws the same scene. */
export interface Scene extends Size {
  /** Unique per scene. */
  readonly id: string;
  /** From the lowest up, in pixels. */
  readonly marks: readonly Mark[];
  /** Number of marks that belong to the picture; the rest are the caption. */
  readonly pictureMarks: number;
  readonly transparent: boolean;
  readonly title: string;
  readonly description: string;
}

/** Creates the picture of a key, with the request printed on it. */
export function createScene(job: ImageJob, key: PictureKey, size: Size): Scene {
  const transparent = job.background === 'transparent' && job.format !== 'jpeg';
  const lines = requestLines(job, size, key.index);
  const picture = composePicture(key, size, transparent);
  return {
    ...size,
    id: `i${hashKey(JSON.stringify([key, size, lines])).slice(0, 10)}`,
    marks: [...picture, ...caption(lines, size)],
    pictureMarks: picture.length,
    transparent,
    title: lines.prompt,
    description: lines.entries.join(', '),
  };
}
