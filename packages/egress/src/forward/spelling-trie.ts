/** A place within some spellings, after the bytes that lead to it. */
export interface SpellingNode {
  readonly id: number;
  /** By byte. */
  readonly next: Map<number, SpellingNode>;
  /** Whether one of the spellings ends here. */
  isWhole: boolean;
}

/** Numbers the nodes that it makes, so that they can be told apart cheaply. */
export class SpellingTries {
  #nodes = 0;

  /**
   * Returns the root of the spellings. A character is a byte; `folded` ones are read without case.
   */
  rootOf(exact: readonly string[], folded: readonly string[] = []): SpellingNode {
    const root = this.#node();
    for (const spelling of exact) this.#add(root, spelling, (character) => [character]);
    for (const spelling of folded) this.#add(root, spelling, bothCases);
    return root;
  }

  #add(root: SpellingNode, spelling: string, variantsOf: (character: string) => string[]): void {
    let node = root;
    for (const character of spelling) {
      const bytes = variantsOf(character).map((variant) => variant.charCodeAt(0));
      const known = node.next.get(bytes[0] ?? 0) ?? this.#node();
      for (const byte of bytes) node.next.set(byte, known);
      node = known;
    }
    node.isWhole = true;
  }

  #node(): SpellingNode {
    return { id: this.#nodes++, next: new Map(), isWhole: false };
  }
}

function bothCases(character: string): string[] {
  return [character.toLowerCase(), character.toUpperCase()];
}
