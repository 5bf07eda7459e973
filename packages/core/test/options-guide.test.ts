import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createGateway, createMemoryKeyStore, createMemoryModelStore } from '@model-gateway/core';

/* docs/gateway/options.md has every option, as the error about an unknown one lists them. */

const GUIDE = new URL('../../../docs/gateway/options.md', import.meta.url);
const stores = { models: createMemoryModelStore([]), keys: createMemoryKeyStore() };

describe('the guide to the options of createGateway', () => {
  for (const [where, unknown] of [
    ['', { stores, zzzzzz: 1 }],
    ['inference.', { stores, inference: { zzzzzz: 1 } }],
    ['stores.', { stores: { ...stores, zzzzzz: 1 } }],
  ] as const) {
    it(`has a row for each: ${where || 'its own'}`, async () => {
      const rows = (await readFile(GUIDE, 'utf8')).match(/^\| `.*?(?= \|)/gm) ?? [];
      const named = rows.join(' ');
      const isThere = (name: string) =>
        named.includes(`\`${where}${name}\``) ||
        named.includes(`\`${name}\``) ||
        named.includes(`\`${name}.`);
      assert.deepEqual(
        optionsNamedIn(unknown).filter((name) => !isThere(name)),
        [],
      );
    });
  }
});

function optionsNamedIn(unknown: object): readonly string[] {
  try {
    createGateway(unknown as Parameters<typeof createGateway>[0]);
  } catch (error) {
    const [, names = ''] = /its options are (.*)$/.exec((error as Error).message) ?? [];
    return names.split(', ');
  }
  throw new Error('expected a refusal');
}
