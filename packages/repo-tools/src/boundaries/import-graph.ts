import { isBuiltin } from 'node:module';
import path from 'node:path/posix';
import { importsIn, type ImportStatement } from './imports-in.ts';
import { folderOf, type Manifest, type Workspace } from './workspace.ts';

export interface ImportEdge extends ImportStatement {
  /** The importing file: `packages/core/src/gateway.ts`. */
  readonly from: string;
  /** The folder of the importing package: `core`. */
  readonly folder: string;
  readonly to: ImportTarget;
}

export type ImportTarget =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'file'; readonly path: string }
  /** An npm package, or a package of this workspace: then `source` is the file it resolves to. */
  | { readonly kind: 'package'; readonly name: string; readonly source?: string };

export interface ImportGraph extends Workspace {
  readonly edges: readonly ImportEdge[];
}

/** Reads the imports of every file and resolves each of them. */
export function importGraph(workspace: Workspace): ImportGraph {
  const edges = Object.entries(workspace.files).flatMap(([from, text]) =>
    importsIn(from, text).map((statement): ImportEdge => {
      const to = targetOf(statement.specifier, from, workspace.manifests);
      return { ...statement, from, folder: folderOf(from), to };
    }),
  );
  return { ...workspace, edges };
}

function targetOf(
  specifier: string,
  from: string,
  manifests: Workspace['manifests'],
): ImportTarget {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: path.join(path.dirname(from), specifier) };
  }
  if (specifier.startsWith('node:') || isBuiltin(specifier)) return { kind: 'builtin' };
  const name = packageNameIn(specifier);
  const owner = Object.entries(manifests).find(([, manifest]) => manifest.name === name);
  if (owner === undefined) return { kind: 'package', name };
  const [folder, manifest] = owner;
  const entry = sourceEntry(manifest, `.${specifier.slice(name.length)}`);
  return { kind: 'package', name, source: path.join('packages', folder, entry) };
}

/** `@noble/hashes/sha2.js` → `@noble/hashes`. */
function packageNameIn(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function sourceEntry({ exports = {} }: Manifest, subpath: string): string {
  const conditions = exports[subpath];
  const isObject = typeof conditions === 'object' && conditions !== null;
  const entry = isObject && Object.entries(conditions).find(([name]) => name === SOURCE_CONDITION);
  return entry ? String(entry[1]) : 'src/index.ts';
}

const SOURCE_CONDITION = '@model-gateway/source';
