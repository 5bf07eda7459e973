import path from 'node:path/posix';
import { toBreach } from './import-rule.ts';
import type { ImportEdge } from './import-graph.ts';
import type { Rule } from './rule.ts';

/** The packages whose folders make no knot, types included. Add one once its last knot is untied. */
const UNTIED: readonly string[] = [
  'connect',
  'egress',
  'express',
  'fetch',
  'fixtures',
  'inspector',
  'koa',
  'mock',
  'node',
  'openapi',
  'providers',
  'redis',
  'repo-tools',
  'server',
  'sql',
  'worlds',
];

/** The imports of one folder from another. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly ImportEdge[];
}

export const KNOT_RULES: readonly Rule[] = [
  {
    says:
      'Folders of a package make no knot, types included: where a folder imports another, directly ' +
      'or through others, none of them imports it back. A parent and its child are two folders; ' +
      'src itself, which assembles a package, may import any.',
    instead:
      'Move what both need to a folder of its own below them, or the file that assembles them up. ' +
      'Named is the arrow of the knot with the fewest imports, most likely the one to turn.',
    breaches: ({ edges }) =>
      UNTIED.flatMap((name) =>
        lightestKnotted(arrowsOf(edges.filter((edge) => isBetweenFoldersOf(name, edge)))).map(
          toBreach,
        ),
      ),
  },
];

function isBetweenFoldersOf(name: string, { from, to }: ImportEdge): boolean {
  if (to.kind !== 'file') return false;
  const [importer, imported] = [path.dirname(from), path.dirname(to.path)];
  const isInside = (folder: string) => folder.startsWith(`packages/${name}/src/`);
  return importer !== imported && isInside(importer) && isInside(imported);
}

function arrowsOf(edges: readonly ImportEdge[]): readonly Arrow[] {
  const arrows = new Map<string, ImportEdge[]>();
  for (const edge of edges) {
    const name = [edge.from, targetOf(edge)].map((file) => path.dirname(file)).join(' ');
    arrows.set(name, [...(arrows.get(name) ?? []), edge]);
  }
  return [...arrows].map(([name, imports]) => {
    const [from = '', to = ''] = name.split(' ');
    return { from, to, imports };
  });
}

function targetOf({ to }: ImportEdge): string {
  return to.kind === 'file' ? to.path : '';
}

/** The imports of the arrow with the fewest, of those from which a way leads back. */
function lightestKnotted(arrows: readonly Arrow[]): readonly ImportEdge[] {
  const [lightest] = arrows
    .filter(({ from, to }) => reachableFrom(to, arrows).has(from))
    .toSorted((one, other) => one.imports.length - other.imports.length);
  return lightest?.imports ?? [];
}

function reachableFrom(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set that grows during the loop is read to its new end.
  for (const folder of reached) {
    for (const { from, to } of arrows) if (from === folder) reached.add(to);
  }
  return reached;
}
