import path from 'node:path/posix';
import { closingArrows, type Arrow } from './closing-arrows.ts';
import type { ImportEdge, ImportGraph } from './import-graph.ts';
import { toBreach } from './import-rule.ts';
import type { Breach, Rule } from './rule.ts';

const instead =
  'Move what both sides need below them, or what puts them together above them. The import named ' +
  'here is the thinnest part of the circle, so it is probably the one that points the wrong way.';

/** For every package: imports do not lead back to where they began. */
export const CIRCLE_RULES: readonly Rule[] = [
  {
    says:
      'Files and folders that lie side by side do not import each other in a circle, types ' +
      'included: those in a circle can only be read, tested and changed together.',
    instead,
    breaches: (graph) => breachesOf(graph, sideBySide),
  },
  {
    says:
      'A folder and one inside it do not import each other, types included, directly or through ' +
      'others: the inner one holds parts of the outer one or builds on it, and not both.',
    instead,
    breaches: (graph) => breachesOf(graph, betweenFolders, isNested),
  },
];

/** The two places that an import ties. */
type Ends = Pick<Arrow, 'from' | 'to'>;

/** The file or folder of each end, in the innermost folder that holds both. */
function sideBySide(from: string, to: string): Ends | undefined {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth === -1) return undefined;
  return { from: a.slice(0, depth + 1).join('/'), to: b.slice(0, depth + 1).join('/') };
}

/**
 * The folders of both files, one of which may be inside the other. Files right in `src` put the
 * folders there together.
 */
function betweenFolders(from: string, to: string): Ends | undefined {
  const [a, b] = [path.dirname(from), path.dirname(to)];
  return a === b || path.basename(a) === 'src' ? undefined : { from: a, to: b };
}

/** Whether one of the folders is inside another; the other circles lie side by side, too. */
function isNested(circle: readonly string[]): boolean {
  return circle.some((outer) => circle.some((inner) => inner.startsWith(`${outer}/`)));
}

function breachesOf(
  { edges }: ImportGraph,
  endsOf: typeof sideBySide,
  counts: (circle: readonly string[]) => boolean = () => true,
): Breach[] {
  const arrows = new Map<string, Ends & { readonly imports: ImportEdge[] }>();
  for (const edge of edges) {
    const ends = withinOnePackage(edge) ? endsOf(edge.from, edge.to.path) : undefined;
    if (ends === undefined) continue;
    const name = `${ends.from} ${ends.to}`;
    const arrow = arrows.get(name) ?? { ...ends, imports: [] };
    arrow.imports.push(edge);
    arrows.set(name, arrow);
  }
  const closing = closingArrows([...arrows.values()]).filter(({ circle }) => counts(circle));
  return closing.flatMap(({ arrow, circle }) => {
    const what = circle.map(withinSource).join(' → ');
    return arrow.imports.slice(0, 1).map((edge) => ({ ...toBreach(edge), what }));
  });
}

/** `packages/core/src/http` → `http`. */
function withinSource(place: string): string {
  return place.split('/').slice(3).join('/');
}

type FileEdge = ImportEdge & { readonly to: { readonly kind: 'file' } };

function withinOnePackage(edge: ImportEdge): edge is FileEdge {
  return edge.to.kind === 'file' && edge.to.path.startsWith(`packages/${edge.folder}/src/`);
}
