import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollup } from 'rollup';
import { compileModulesWithFile } from './compile-with-file.ts';

/**
 * Joins the files of a bundle that are loaded together, as Node takes half a millisecond for each:
 * esbuild makes a file of each set of modules that the same entries and `import()`s reach. Rollup
 * knows that what an `import()` is written in is loaded by then, so that a command becomes one file,
 * and one more for each part that is loaded on demand.
 *
 * @param before a statement that each entry begins with
 */
export async function joinChunks(
  folder: string,
  entries: readonly string[],
  before = '',
): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, path.join(folder, `${name}.js`)])),
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    // Both done by esbuild.
    treeshake: false,
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({
    format: 'es',
    compact: true,
    importAttributesKey: 'with',
    chunkFileNames: '[name].js',
    banner: ({ isEntry }) => (isEntry ? before : ''),
  });
  const entryFiles = entries.map((name) => `${name}.js`);
  for (const file of output) {
    const needed = file.type === 'chunk' && file.imports.find((name) => entryFiles.includes(name));
    // An entry may wait for what it loads, which would wait for the entry.
    if (needed) throw new Error(`${file.fileName} needs ${needed}: load what both need on demand`);
  }
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.js') && !written.has(file)) rmSync(path.join(folder, file));
  }
  // Over the files of the entries, which may be executable.
  for (const file of output) {
    const { fileName } = file;
    const text = file.type === 'chunk' ? compileModulesWithFile(fileName, file.code) : file.source;
    writeFileSync(path.join(folder, fileName), text);
  }
}
