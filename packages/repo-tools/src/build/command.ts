import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { directBuiltins } from './direct-builtins.ts';
import { joinChunks } from './join-chunks.ts';
import { refusalOfOldNode, type Manifest } from './refusal-of-old-node.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const FOLDER = 'dist/command';

/** How the command of one package differs from those of others. */
type CommandOptions = Pick<Options, 'target' | 'noExternal' | 'banner' | 'esbuildPlugins'> & {
  /** Keeps names as they are in the sources, for the stacks in logs. */
  readonly keepNames?: boolean;
  /** The sources by the names of their files; `bin` is the command. */
  readonly entry: Readonly<Record<string, string>>;
};

/**
 * Returns how the command of the package in the current folder is built, for as little time as
 * possible between its start and its first answer: with the packages in `noExternal` in it, because
 * looking for each of their files takes as long as running them, in as few files as that allows.
 */
export function command({
  esbuildPlugins = [],
  entry,
  keepNames = false,
  ...own
}: CommandOptions): Options {
  // Of this repository, so it has these members.
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  return {
    ...own,
    entry,
    outDir: FOLDER,
    // Waits for modules at its top level, which only ES modules can.
    format: 'esm',
    // Some modules have no name without it: node:test, node:sqlite.
    removeNodeProtocol: false,
    // For `pnpm check:packages`; not published.
    metafile: true,
    esbuildPlugins: [thirdPartyNotices(), directBuiltins(), ...esbuildPlugins],
    esbuildOptions(options) {
      // It is run, not imported.
      options.minifyWhitespace = true;
      options.minifySyntax = true;
      // esbuild's own `keepNames` names each function by a call: of 3,700, 10 ms of each start.
      options.minifyIdentifiers = !keepNames;
    },
    clean: true,
    onSuccess: () => joinChunks(FOLDER, Object.keys(entry), refusalOfOldNode(manifest)),
  };
}
