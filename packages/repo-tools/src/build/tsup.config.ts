import { defineConfig } from 'tsup';
import { library } from './library.ts';

/** For packages that are no more than a library. */
export default defineConfig(library());
