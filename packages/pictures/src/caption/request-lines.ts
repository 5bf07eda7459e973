import type { ImageJob } from '@model-gateway/core';
import type { Size } from '../size-of.ts';
import { hasGlyph } from './text.ts';

/** The words of a caption; the first entries matter most. */
export interface RequestLines {
  /** The whole prompt, on one line, without control characters. */
  readonly title: string;
  /** The part of it that the font can write; empty for a prompt in another script. */
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
  const title = plain(job.prompt);
  const prompt = writable(title);
  const unwritten =
    title === '' || prompt !== '' ? [] : [`prompt of ${Array.from(title).length} characters`];
  return {
    title,
    prompt,
    entries: [...unwritten, ...entries.filter((entry) => entry !== undefined)],
  };
}

/**
 * Drops characters that the font lacks, such as emoji. A prompt that loses more than a quarter of
 * its letters is left out: half a sentence says something else.
 */
function writable(text: string): string {
  const words = text.split(' ').map((word) => Array.from(word).filter(hasGlyph).join(''));
  const written = words.filter((word) => word !== '').join(' ');
  const letters = (each: string) => each.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(written) < 0.75 * letters(text) || letters(written) === 0 ? '' : written;
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
