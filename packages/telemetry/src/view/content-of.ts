import type { GenerationContent, GenerationRecord } from '@model-gateway/core';
import { conversationText } from './conversation-text.ts';
import { imagesOf } from './metadata-of.ts';
import type { Content, ImageView } from './view.ts';

/** Returns what went in and came out as text. Images are described, never forwarded: contract §5.7. */
export function contentOf(generation: GenerationRecord, content: GenerationContent): Content {
  const { attempts, task } = generation;
  return {
    prompt: task === 'chat' ? conversationText(content.prompt) : content.prompt,
    references: content.references.map(({ bytes, mediaType }) => ({
      mediaType,
      bytes: bytes.byteLength,
    })),
    output: content.text === '' ? describe(imagesOf(generation)) : content.text,
    failureMessage: attempts.findLast(({ outcome }) => outcome === 'failed')?.message,
  };
}

/** Returns `2 images: image/png, 1204 bytes; image/png, 998 bytes`. */
function describe(images: readonly ImageView[]): string | undefined {
  if (images.length === 0) return undefined;
  const each = images.map(({ mediaType, bytes }) => `${mediaType}, ${bytes} bytes`).join('; ');
  return `${images.length} ${images.length === 1 ? 'image' : 'images'}: ${each}`;
}
