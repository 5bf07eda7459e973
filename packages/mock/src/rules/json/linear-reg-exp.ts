/**
 * A RegExp that came from somebody else: `text.search(it)` takes time in proportion to the text,
 * where JavaScript's own engine may take longer than anyone waits. It is written as any other, and
 * says only whether it is found, as 0 or -1.
 */
export class LinearRegExp extends RegExp {
  readonly #isFoundIn: (text: string) => boolean;

  constructor(source: string, flags: string, isFoundIn: (text: string) => boolean) {
    super(source, flags.includes('u') ? flags : `${flags}u`);
    this.#isFoundIn = isFoundIn;
  }

  override [Symbol.search](text: string): number {
    return this.#isFoundIn(text) ? 0 : -1;
  }
}
