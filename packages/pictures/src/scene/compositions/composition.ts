import type { RandomSource } from '@model-gateway/core/kit';
import type { Size } from '../../size-of.ts';
import type { Mark } from '../marks/marks.ts';
import type { Palette } from '../colors/palette.ts';

/** The input of a composition. Its subject goes in the upper two thirds: the caption covers the rest. */
export interface Canvas extends Size {
  /** The shorter side: the measure of everything that has no width or height to fill. */
  readonly unit: number;
  readonly palette: Palette;
  readonly random: RandomSource;
}

/** Marks from the lowest up. */
export interface Composed {
  /** Covers the whole canvas. */
  readonly backdrop: readonly Mark[];
  readonly subject: readonly Mark[];
  /** True when the subject needs no backdrop: it then stands alone on a transparent background. */
  readonly standsAlone: boolean;
}

export type Composition = (canvas: Canvas) => Composed;
