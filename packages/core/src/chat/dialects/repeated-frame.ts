import type { DeltaPart } from '../../ports/chat-parts.ts';

/** What is said, in the pieces in which it came. */
export type Said = Pick<DeltaPart, 'text' | 'pieces'>;

/** Stands for the text of a delta; nothing else of a frame is like it. */
export const TEXT = 'the text of a delta';

/** What a text cannot have to stand in JSON as it is; a half of a pair may be in it otherwise. */
const SPECIAL = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A frame of a stream whose text changes and nothing else: printed once, cut where the text stands. */
export class RepeatedFrame {
  readonly #around: readonly string[];

  /** `frame` has `TEXT` in place of the text, once or more often, and ends with its blank line. */
  constructor(frame: string) {
    this.#around = frame.split(TEXT);
  }

  /** Returns the frames of a delta, one for each of its pieces. */
  of({ text, pieces = [text] }: Said): string {
    const literals = SPECIAL.test(text) ? pieces.map(literalOf) : pieces;
    const [before = '', after = '', ...others] = this.#around;
    // Most frames have the text once.
    if (others.length === 0) return before + literals.join(after + before) + after;
    return literals.map((literal) => this.#around.join(literal)).join('');
  }
}

/** What stands for a text in JSON, without its quotes. */
function literalOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
