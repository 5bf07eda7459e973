import type { View } from './view.ts';

/** Ids, times, numbers and the names of attributes. */
const FRAME_BYTES = 1024;
const ATTEMPT_BYTES = 128;
const IMAGE_BYTES = 64;

/**
 * Estimates how many bytes a view takes in a queue and on the wire. The texts count in UTF-8,
 * everything else at a flat rate.
 */
export function sizeOfView({ metadata, content }: View): number {
  const { attempts, images, parameters } = metadata;
  let size =
    FRAME_BYTES +
    attempts.length * ATTEMPT_BYTES +
    images.length * IMAGE_BYTES +
    utf8Length(metadata.sessionId) +
    utf8Length(metadata.keyName);
  for (const [name, value] of Object.entries(parameters)) {
    size += name.length + utf8Length(String(value));
  }
  if (content === undefined) return size;
  return (
    size +
    content.references.length * IMAGE_BYTES +
    utf8Length(content.prompt) +
    utf8Length(content.output) +
    utf8Length(content.failureMessage)
  );
}

function utf8Length(text: string | undefined): number {
  if (text === undefined) return 0;
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts 2, which makes the 4 bytes of the pair.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) length += 2;
    else if (unit >= 0x80) length += 1;
  }
  return length;
}
