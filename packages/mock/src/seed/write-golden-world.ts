import { writeFile } from 'node:fs/promises';
import { generateCatalog } from './generate-catalog.ts';
import { GOLDEN } from '../world/golden-world.ts';
import { newestFirst } from './newest-first.ts';
import { worldText } from './world-text.ts';

const file = new URL('../../../../fixtures/worlds/golden.json', import.meta.url);

await writeFile(file, worldText(newestFirst(generateCatalog(GOLDEN))));
console.log(`wrote ${GOLDEN.models} models to ${file.pathname}`);
