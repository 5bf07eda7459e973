import type { Plugin } from 'esbuild';

/**
 * Bundles only these exports of a package, each from the file that has it as its `module.exports`. A
 * CommonJS package with one entry is otherwise bundled, loaded and kept in memory as a whole. The build
 * fails for an imported name that `parts` lacks, for a file that the package no longer has, and if
 * nothing imports the package.
 */
export function partsOf(name: string, parts: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'parts-of',
    setup(build) {
      let isImported = false;
      build.onResolve({ filter: /./ }, ({ path, resolveDir }) => {
        if (path !== name) return undefined;
        isImported = true;
        return { path, namespace: 'parts-of', pluginData: resolveDir };
      });
      // Its type is `any`.
      build.onLoad({ filter: /./, namespace: 'parts-of' }, (from: { pluginData?: unknown }) => ({
        contents: Object.entries(parts)
          .map(([part, file]) => `export { default as ${part} } from '${name}/${file}';`)
          .join('\n'),
        loader: 'js',
        resolveDir: String(from.pluginData),
      }));
      build.onEnd(() => ({
        errors: isImported ? [] : [{ text: `nothing imports ${name}; bundle no parts of it` }],
      }));
    },
  };
}
