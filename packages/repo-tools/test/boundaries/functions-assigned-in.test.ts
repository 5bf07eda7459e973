import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { functionsAssignedIn } from '../../src/boundaries/functions-assigned-in.ts';

describe('functions assigned to members', () => {
  const assigned = [
    'this.#over = () => NO_MORE;',
    'item.end ??= async (value: unknown): Promise<void> => {};',
    'if (isReady) all[at] = function named() {};',
    'this.#begin =\n  (how) => how;',
    "if (kind === 'a') this.#over = () => 1 / 2;",
    "all['over'] = () => {};",
    'this.#same = <Item,>(item: Item) => item;',
    'this.#over = (() => {}) as Listener;',
    'const woken = new Promise<void>((resolve) => (this.#wake = () => resolve()));',
    'const { over } = (this.#all.over = (({ a = (1) }): { over: 1 } => a) satisfies Over);',
    'const text = `${(this.#over = () => 1)}`;',
  ];
  for (const text of assigned) {
    it(`are found: ${text}`, () => {
      const found = functionsAssignedIn('a.ts', `\n${text}`);
      assert.deepEqual(
        found.map(({ line }) => line),
        [2],
      );
    });
  }

  it('are not those that are named first, declared, given, or described', () => {
    const text = [
      'const over = () => NO_MORE;',
      'this.#over = over;',
      'class A { readonly #leave = (): void => void this.#end(); }',
      "const prepare: Database['prepare'] = (access) => access;",
      'this.#known(() => accepted);',
      'a.b = c.map((d) => d);',
      'a.b = { over: () => NO_MORE };',
      'a.b = isOver ? () => NO_MORE : undefined;',
      '// this.#over = () => NO_MORE;',
      '/**\n * a.b = () => 1;\n */',
      "const text = 'a.b = () => 1' + `\na.b = () => 1;\n`;",
    ].join('\n');
    assert.deepEqual(functionsAssignedIn('a.ts', text), []);
  });
});
