import type { MediaBlock } from '@model-gateway/core/chat';

/** Servers of this wire fetch images; a file is data. */
export function fetchesButFiles({ kind }: Pick<MediaBlock, 'kind'>): boolean {
  return kind !== 'file';
}
