import type { RandomSource } from '@model-gateway/core/kit';
import type { Size } from '../size-of.ts';
import type { Mark } from './marks.ts';
import type { Palette } from './palette.ts';

/** What a picture is composed from. What matters goes in the upper two thirds: text comes below. */
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
  /** Whether the subject can do without the backdrop: it then stands alone on transparent ground. */
  readonly standsAlone: boolean;
}

export type Composition = (canvas: Canvas) => Composed;
