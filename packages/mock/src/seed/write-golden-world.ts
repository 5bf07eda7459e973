import { writeFile } from 'node:fs/promises';
import { generateAccounts } from './accounts/generate-accounts.ts';
import { generateCatalog } from './generate-catalog.ts';
import { GOLDEN } from '../world/golden-world.ts';
import { newestFirst } from './newest-first.ts';
import { rankBoards } from './rank-boards.ts';
import { worldText } from './world-text.ts';

const file = new URL('../../../../fixtures/worlds/golden.json', import.meta.url);

const models = newestFirst(rankBoards([...generateCatalog(GOLDEN)]));
await writeFile(file, worldText(models, generateAccounts(GOLDEN.seed)));
console.log(`wrote ${GOLDEN.models} models to ${file.pathname}`);
