import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { referencePath, type ReferenceEntry } from './reference-entries.ts';
import { ROOT } from './repository.ts';

/** Writes a page of Markdown per entry, with every public name, into `folder`. */
export async function writeReference(
  entries: readonly ReferenceEntry[],
  folder: string,
): Promise<void> {
  const options: TypeDocOptions & Partial<PluginOptions> = {
    entryPoints: entries.map(({ source }) => ROOT + source),
    tsconfig: `${ROOT}packages/site/tsconfig.reference.json`,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    // `pnpm typecheck` checks the types.
    skipErrorChecking: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    disableGit: true,
    logLevel: 'Error',
    router: 'module',
    fileExtension: '.md',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    expandObjects: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    sanitizeComments: true,
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources; see above');
  const names = new Map(entries.map(({ name, source }) => [moduleName(source), name]));
  for (const module of project.children ?? []) {
    module.name = referencePath(names.get(module.name) ?? module.name);
  }
  await app.generateOutputs(project);
}

/** The name that TypeDoc gives to the module of an entry: its path below what all have in common. */
function moduleName(source: string): string {
  return source.replace(/^packages\//, '').replace(/(?:\/index)?\.ts$/, '');
}
