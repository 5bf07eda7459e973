import type { Plugin } from 'esbuild';

/** A module that a package imports. */
export interface LeftOut {
  /** What is imported: `undici`, or `./lib/cluster` inside a package. */
  readonly module: string;
  /** The package whose imports of it count. */
  readonly from: string;
}

/**
 * Bundles an empty module instead of each of `modules`, for parts of packages that load much at
 * start and are never called. Fails the build when a package no longer imports one of them, so that
 * the list does not outlive what it is about.
 */
export function leaveOut(modules: readonly LeftOut[]): Plugin {
  return {
    name: 'leave-out',
    setup(build) {
      const unused = new Set(modules);
      build.onResolve({ filter: /./ }, ({ path, importer }) => {
        const found = modules.find(({ module, from }) => path === module && isIn(from, importer));
        if (found === undefined) return undefined;
        unused.delete(found);
        return { path: `${found.from}/${found.module}`, namespace: 'left-out' };
      });
      build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({
        contents: 'module.exports = {};',
        loader: 'js',
      }));
      build.onEnd(() => ({
        errors: [...unused].map(({ module, from }) => ({
          text: `${from} does not import ${module}; take it off the list of what is left out`,
        })),
      }));
    },
  };
}

/** Whether a file is one of a package's; separators are those of the system. */
function isIn(name: string, file: string): boolean {
  return file.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
}
