import { defineConfig } from 'tsup';
import { libraryOfEntries } from '../repo-tools/src/build/library.ts';

export default defineConfig(libraryOfEntries());
