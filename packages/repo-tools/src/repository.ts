import { fileURLToPath } from 'node:url';

/** The absolute path of the repository's root folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
