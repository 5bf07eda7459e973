import type { ImageJob } from '@model-gateway/core';
import { optionalSharp, type LoadSharp } from '../sharp.ts';
import { fingerprint } from '../scene/fingerprint.ts';
import { placeholder } from './placeholder.ts';
import { thumbnailOf, type Thumbnail } from './thumbnail.ts';

/** Returns a thumbnail of each reference image of a job, in order; a placeholder where unreadable. */
export async function thumbnailsOf(
  { references }: Pick<ImageJob, 'references'>,
  loadSharp: LoadSharp,
): Promise<readonly Thumbnail[]> {
  const needsSharp = references.some(({ mediaType }) => mediaType !== 'image/png');
  const sharp = needsSharp ? await optionalSharp(loadSharp) : undefined;
  return Promise.all(
    references.map(
      async (reference) =>
        (await thumbnailOf(reference, sharp)) ?? placeholder(fingerprint(reference.bytes)),
    ),
  );
}
