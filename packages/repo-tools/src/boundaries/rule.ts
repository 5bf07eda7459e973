import type { ImportGraph } from './import-graph.ts';

/** A rule about the imports of this repository. */
export interface Rule {
  /** The rule and its reason, as a sentence. */
  readonly says: string;
  /** How to fix a violation. */
  readonly instead: string;
  readonly breaches: (graph: ImportGraph) => readonly Breach[];
}

export interface Breach {
  readonly file: string;
  readonly line: number;
  /** The offending text: an import specifier or a word. */
  readonly what: string;
}

export interface Violation extends Breach {
  readonly says: string;
  readonly instead: string;
}
