import assert from 'node:assert/strict';
import { getHeapSnapshot } from 'node:v8';

/** What of the snapshot's form is read here. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: [string[]] };
  };
  /** A row of as many numbers as there are fields for each object. */
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Counts the strings of the heap that `mark` begins, and their bytes. */
export async function stringsInHeap(mark: string): Promise<{ count: number; bytes: number }> {
  let text = '';
  // A stream with an encoding has text.
  for await (const chunk of getHeapSnapshot().setEncoding('utf8')) text += chunk as string;
  // V8 writes it so.
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  assert.ok(type !== undefined && name !== undefined && size !== undefined);
  // Not a regular expression, which keeps the text that it matched last.
  const isMarked = (string: string) => string.startsWith(mark) && string.length > mark.length;
  const marked = new Set(strings.flatMap((string, at) => (isMarked(string) ? [at] : [])));
  let count = 0;
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    if (!marked.has(nodes[node + name] ?? 0)) continue;
    if (types[0][nodes[node + type] ?? 0] !== 'string') continue;
    count++;
    bytes += nodes[node + size] ?? 0;
  }
  return { count, bytes };
}
