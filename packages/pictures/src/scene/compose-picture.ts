import { createRandomSource } from '@model-gateway/core/kit';
import type { Size } from '../size-of.ts';
import type { Composed } from './compositions/composition.ts';
import { clip, type Mark } from './marks/marks.ts';
import { createPalette } from './colors/palette.ts';
import { circle, roundedRectangle, type Path } from './marks/path.ts';
import type { PictureKey } from './picture-key.ts';
import { compositionFor, moodFor } from './subjects.ts';

/**
 * Marks for a picture of this size, the lowest first. Shapes depend on prompt, model, seed and
 * index, colours on the references too. An opaque picture covers every pixel; a transparent one
 * leaves the background around its subject empty.
 */
export function composePicture(
  key: PictureKey,
  { width, height }: Size,
  transparent: boolean,
): readonly Mark[] {
  const { prompt, model, seed, index, references } = key;
  const random = createRandomSource(JSON.stringify([prompt, model, seed, index]));
  const colors = random.fork(`colors ${references.join()}`);
  const composed = compositionFor(
    prompt,
    random.fork('subject'),
  )({
    width,
    height,
    unit: Math.min(width, height),
    palette: createPalette(moodFor(references.length === 0 ? prompt : '', colors), colors),
    random,
  });
  return transparent
    ? cutOut(composed, { width, height })
    : [...composed.backdrop, ...composed.subject];
}

/** The subject, or else the whole picture, as a sticker. */
function cutOut({ backdrop, subject, standsAlone }: Composed, size: Size): readonly Mark[] {
  return standsAlone ? subject : [clip(sticker(size), [...backdrop, ...subject])];
}

function sticker({ width, height }: Size): Path {
  const unit = Math.min(width, height);
  if (Math.max(width, height) < 1.2 * unit) return circle(width / 2, 0.44 * height, 0.4 * unit);
  const inset = 0.08 * unit;
  return roundedRectangle(inset, inset, width - 2 * inset, height - 2 * inset, 0.3 * unit);
}
