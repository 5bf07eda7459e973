import { defineConfig } from 'tsup';
import { library } from '../repo-tools/src/build/library.ts';
import { removableConstants } from '../repo-tools/src/build/removable-constants.ts';

export default defineConfig(library({ esbuildPlugins: [removableConstants()] }));
