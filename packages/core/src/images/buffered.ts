import type { ImageUsage } from '../resources/image-response.ts';
import { base64Of, type FinishedImage } from './image-data.ts';
import { encodeText } from '../bytes/encode-text.ts';

/**
 * Returns the JSON of a finished generation in parts, with images in order of index. Source:
 * contract §8.7.
 */
export function imageResponseParts(
  images: readonly FinishedImage[],
  created: number,
  usage: ImageUsage | undefined,
): Uint8Array[] {
  const parts: Uint8Array[] = [];
  // The text between two images is one part: each part costs as much as the text in it.
  let text = `{"created":${created},"data":[`;
  images
    .toSorted((a, b) => a.index - b.index)
    .forEach(({ data, mediaType }, position) => {
      parts.push(encodeText(`${text}${position === 0 ? '' : ','}{"b64_json":"`));
      for (const part of base64Of(data)) parts.push(part);
      text = `","media_type":${JSON.stringify(mediaType)}}`;
    });
  text += usage === undefined ? ']}' : `],"usage":${JSON.stringify(usage)}}`;
  parts.push(encodeText(text));
  return parts;
}
