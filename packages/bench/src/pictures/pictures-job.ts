/** A job of the pictures process. Plain data: it crosses a process border. */
export interface PicturesJob {
  readonly detail: 'small' | 'full';
  readonly rounds: number;
}

export interface PicturesResult {
  /** CPU milliseconds of the first image, with all that is loaded and compiled for it. */
  readonly first: number;
  /** Median CPU milliseconds of an image, by round. */
  readonly later: readonly number[];
}

export type PicturesAnswer = { readonly result: PicturesResult } | { readonly error: string };
