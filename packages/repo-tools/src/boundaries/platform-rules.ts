import type { ImportEdge, ImportGraph } from './import-graph.ts';
import { importRule, toBreach } from './import-rule.ts';
import type { Breach, Rule } from './rule.ts';
import { folderOf } from './workspace.ts';

const PORTABLE = ['core', 'fetch', 'telemetry'];

const portablePackages = importRule(
  {
    says: 'core, fetch and telemetry import no node: module, types included: they run in service workers, Deno and Bun.',
    instead:
      'Use a web standard (crypto.subtle, TextEncoder, URL), a port that the host implements, or ' +
      'move the code to the node package.',
  },
  ({ folder, to }) => PORTABLE.includes(folder) && to.kind === 'builtin',
);

const ENTRIES = [
  'packages/egress/src/judge.ts',
  'packages/mock/src/index.ts',
  'packages/mock/src/msw.ts',
  'packages/fixtures/src/index.ts',
  'packages/worlds/src/index.ts',
  'packages/pictures/src/index.ts',
];

const entriesLoadAnywhere: Rule = {
  says:
    'Importing the mock, its /msw, worlds, pictures, fixtures or the judge of egress loads no node: module: they also run in a browser, ' +
    'where such an import fails at once.',
  instead:
    'Import the file that needs node: where it is used, with await import(…), or pass the value in.',
  breaches: (graph) =>
    ENTRIES.flatMap((entry) =>
      loaded(graph, entry, ({ to }) => to.kind === 'builtin').map(toBreachOfEntry),
    ),
};

const serverLoadsNoYaml: Rule = {
  says: 'Importing the server as a library loads no parser of YAML: a gateway configured in code needs none.',
  instead: 'Import what reads files where one is read, with await import(…).',
  breaches: (graph) =>
    loaded(
      graph,
      'packages/server/src/index.ts',
      ({ to }) => to.kind === 'package' && to.name === 'yaml',
    ).map(toBreachOfEntry),
};

export const PLATFORM_RULES: readonly Rule[] = [
  portablePackages,
  entriesLoadAnywhere,
  serverLoadsNoYaml,
];

type Trail = readonly ImportEdge[];

/** The ways from `entry` to imports that are unwanted, as loading `entry` takes them. */
function loaded(
  { edges }: ImportGraph,
  entry: string,
  isUnwanted: (edge: ImportEdge) => boolean,
): readonly Trail[] {
  const loading = edges.filter(({ dynamic, typeOnly }) => !dynamic && !typeOnly);
  const trails = new Map<string, Trail>([[entry, []]]);
  const found: Trail[] = [];
  // A Map visits what is added while it is walked, so this goes on until no new file turns up.
  for (const [file, trail] of trails) {
    for (const edge of loading.filter(({ from }) => from === file)) {
      const next = loadedFile(edge);
      if (isUnwanted(edge)) found.push([...trail, edge]);
      else if (next !== undefined && !trails.has(next)) trails.set(next, [...trail, edge]);
    }
  }
  return found;
}

function loadedFile({ to }: ImportEdge): string | undefined {
  if (to.kind === 'file') return to.path;
  return to.kind === 'package' ? to.source : undefined;
}

/** Returns the last import in the entry's own package: the one to change. */
function toBreachOfEntry(trail: Trail): Breach {
  const folder = folderOf(trail[0]?.from ?? '');
  const culprit = trail.findLast((edge) => edge.folder === folder);
  if (culprit === undefined) throw new Error('A trail starts in the package of its entry.');
  const files = trail.map(({ from }) => from.replace('packages/', ''));
  const unwanted = trail.at(-1)?.specifier ?? '';
  return { ...toBreach(culprit), what: [...files, unwanted].join(' → ') };
}
