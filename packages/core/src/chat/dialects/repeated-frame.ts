import type { DeltaPart } from '../../ports/chat-parts.ts';

/** What is said, in the pieces in which it came. */
export type Said = Pick<DeltaPart, 'text' | 'pieces'>;

/** What a text cannot have to stand in JSON as it is; a half of a pair may be in it otherwise. */
const SPECIAL = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A frame of a stream whose text changes and nothing else: printed once, cut where the text stands. */
export class RepeatedFrame {
  readonly #around: readonly string[];
  /** What stands between two texts that follow each other. */
  readonly #between: string;

  /** `print` returns the frame of a text, which may stand in it more than once. */
  constructor(print: (text: string) => string) {
    // The rest of a frame may have words of the provider.
    const rest = print('');
    let text = 'the text of a delta';
    while (rest.includes(text)) text += text;
    this.#around = print(text).split(text);
    const [before = '', after = ''] = this.#around;
    this.#between = after + before;
  }

  /** Returns the frames of a delta, one for each of its pieces. */
  of({ text, pieces = [text] }: Said): string {
    const literals = SPECIAL.test(text) ? pieces.map(literalOf) : [...pieces];
    const [before = '', after = ''] = this.#around;
    // Most frames have the text once. Joined with what is around it: V8 copies a text that is put
    // together with `+` once more when it is encoded.
    if (this.#around.length === 2 && literals.length > 1) {
      literals[0] = before + literals[0];
      literals[literals.length - 1] += after;
      return literals.join(this.#between);
    }
    return literals.map((literal) => this.#around.join(literal)).join('');
  }
}

/** What stands for a text in JSON, without its quotes. */
function literalOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
