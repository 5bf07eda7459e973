import { defineConfig } from 'tsup';
import { libraryOfEntries } from '../repo-tools/src/build/library.ts';
import { removableConstants } from '../repo-tools/src/build/removable-constants.ts';

export default defineConfig(libraryOfEntries({ esbuildPlugins: [removableConstants()] }));
