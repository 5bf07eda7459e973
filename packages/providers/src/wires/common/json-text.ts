import { jsonIn } from '@model-gateway/core/kit';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Follows the brackets of JSON text as it arrives, each character once. */
export class JsonText {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #first = '';
  #isOver = false;
  readonly #pieces: string[] = [];
  #isObject: boolean | undefined;

  /** Whether the first thing in it is an object's bracket. */
  get beginsObject(): boolean {
    return this.#first === '{';
  }

  /** Whether it is one object and nothing else. */
  get isObject(): boolean {
    if (!this.#isOver || !this.beginsObject) return false;
    this.#isObject ??= jsonIn(this.#pieces.join('')) !== undefined;
    return this.#isObject;
  }

  push(text: string): void {
    this.#pieces.push(text);
    if (this.#isObject === true && text.trim() !== '') this.#isObject = false;
    if (this.#first === '') this.#first = text.trimStart().charAt(0);
    for (let at = 0; at < text.length; at++) this.#read(text.charCodeAt(at));
  }

  #read(code: number): void {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#isInText = false;
    } else if (code === QUOTE) {
      this.#isInText = true;
    } else if (code === 0x7b || code === 0x5b) {
      this.#depth++;
    } else if (code === 0x7d || code === 0x5d) {
      this.#depth--;
      this.#isOver = this.#depth === 0;
    }
  }
}
