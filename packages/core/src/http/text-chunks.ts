import { encodeText } from '../bytes/encode-text.ts';
import { Passed, type Arrivals } from './arrivals.ts';

/**
 * Chunks of a stream that are made as text. Whoever reads them gets bytes; an adapter that encodes text
 * into memory of its own reads `texts` instead, since memory for each chunk costs as much as to send it.
 */
export class TextChunks extends Passed<string, Uint8Array> {
  readonly texts: Arrivals<string>;

  constructor(texts: Arrivals<string>) {
    super(texts, { pass: encodeText });
    this.texts = texts;
  }
}
