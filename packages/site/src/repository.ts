import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where files that are no page of the site are shown. */
export const REPOSITORY_URL = 'https://github.com/model-gateway/model-gateway/';
