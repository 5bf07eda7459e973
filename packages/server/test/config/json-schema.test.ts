import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { FILE, jsonSchemaText } from './json-schema.ts';

it('is published as the configuration is checked: pnpm config-schema writes it', async () => {
  assert.equal(await readFile(FILE, 'utf8'), jsonSchemaText());
});

it('offers every section, and refuses what is unknown', async () => {
  const { properties, additionalProperties } = JSON.parse(jsonSchemaText());
  assert.equal(additionalProperties, false);
  for (const name of ['store', 'server', 'providers', 'limits', 'egress', 'admin']) {
    assert.ok(name in properties, name);
  }
});
