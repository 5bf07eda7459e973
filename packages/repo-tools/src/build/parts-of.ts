import type { Plugin } from 'esbuild';

/**
 * Bundles, for whoever imports a package, only these of its exports, each from the file that has it as
 * its `module.exports`. A CommonJS package of one entry is otherwise bundled, loaded and kept in memory
 * whole for one name. Names that are imported and not among `parts` fail the build, and so do files that
 * the package no longer has, and a package that nothing imports.
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
