/** The first half of `pnpm build`, which each package's own build makes up for where it is out of date. */
import path from 'node:path';
import { declareTypes } from './declared-types.ts';

declareTypes(path.join(import.meta.dirname, '../../../..'));
