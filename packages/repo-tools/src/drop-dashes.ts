/** Loaded before the commands that scripts of the root package.json run. */
import { withoutDashes } from './without-dashes.ts';

process.argv = [...withoutDashes(process.argv)];
