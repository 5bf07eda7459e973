import { writeFile } from 'node:fs/promises';
import { generateCatalog, generateAccounts } from './generated.ts';
import { GOLDEN } from '../../src/world/golden-world.ts';
import { newestFirst } from '../../src/seed/newest-first.ts';
import { rankBoards } from '../../src/seed/rank-boards.ts';
import { worldText } from '../../src/seed/world-text.ts';

const file = new URL('../../golden-world.json', import.meta.url);

const models = newestFirst(rankBoards([...generateCatalog(GOLDEN)]));
await writeFile(file, worldText(models, generateAccounts(GOLDEN.seed)));
console.log(`wrote ${GOLDEN.models} models to ${file.pathname}`);
