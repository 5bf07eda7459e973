import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { GOLDEN_FILE, goldenText } from './golden-document.ts';

it('is the document in fixtures/openapi.json', async () => {
  const isUpToDate = (await readFile(GOLDEN_FILE, 'utf8')) === goldenText();
  assert.ok(
    isUpToDate,
    'fixtures/openapi.json is out of date: run "npx -y pnpm@12 golden-openapi" and read its diff, ' +
      'which is what changes for clients.',
  );
});
