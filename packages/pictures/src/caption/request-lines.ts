import type { ImageJob } from '@model-gateway/core';
import type { Size } from '../size-of.ts';

/** The words of a caption; the first entries matter most. */
export interface RequestLines {
  /** On one line, without control characters. */
  readonly prompt: string;
  readonly entries: readonly string[];
}

/**
 * Returns the words that describe a request on its picture.
 *
 * @param index of the image, 0 for the first
 */
export function requestLines(job: ImageJob, size: Size, index: number): RequestLines {
  const { references } = job;
  const options = Object.entries(job.options).filter(([, value]) => isPlain(value));
  const entries = [
    `${size.width}×${size.height}`,
    job.format,
    `${index + 1}/${job.n}`,
    plain(job.model),
    job.seed === undefined ? 'no seed' : `seed ${job.seed}`,
    job.tier,
    job.aspectRatio,
    job.quality === undefined ? undefined : `quality ${plain(job.quality)}`,
    job.background,
    job.compression === undefined ? undefined : `compression ${job.compression}`,
    references.length === 0
      ? undefined
      : references.length === 1
        ? '1 reference'
        : `${references.length} references`,
    ...options.map(([name, value]) => plain(`${name} ${String(value)}`).slice(0, LONGEST_OPTION)),
  ];
  return { prompt: plain(job.prompt), entries: entries.filter((entry) => entry !== undefined) };
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const LONGEST_OPTION = 40;

/** More characters than any caption has room for, and still quick to measure. */
const LONGEST = 1000;

function plain(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
