import { writeFile } from 'node:fs/promises';
import { FILE, jsonSchemaText } from './json-schema.ts';

await writeFile(FILE, jsonSchemaText());
