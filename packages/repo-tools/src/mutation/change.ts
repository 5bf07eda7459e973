import type ts from 'typescript';

/** Replaces everything from one node to another (the same, unless given) by a text. */
export interface Change {
  readonly from: ts.Node;
  readonly to?: ts.Node;
  readonly text: string;
}
