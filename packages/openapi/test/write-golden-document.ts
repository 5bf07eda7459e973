/** `pnpm golden-openapi`: writes the document in `fixtures/`. */
import { writeFile } from 'node:fs/promises';
import { GOLDEN_FILE, goldenText } from './golden-document.ts';

await writeFile(GOLDEN_FILE, goldenText());
console.log(`wrote ${GOLDEN_FILE.pathname}`);
