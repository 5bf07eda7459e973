import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { publicEntries, type PublicEntry } from '../../src/api/public-entries.ts';
import { reportPath } from '../../src/api/write-report.ts';
import { ROOT } from '../../src/repository.ts';

/** It needs globals that only Jest has. */
const ONLY_IN_JEST = 'packages/mock/api/jest.api.md';

describe('the names that each entry exports', () => {
  for (const entry of publicEntries(ROOT)) {
    const report = reportPath(entry);
    if (report === ONLY_IN_JEST) continue;
    it(`are those of ${report}, which pnpm api writes`, async () => {
      assert.deepEqual(await exportedNames(entry), valuesIn(readFileSync(ROOT + report, 'utf8')));
    });
  }
});

describe('every exported name of a published package has a docstring', () => {
  for (const report of publicEntries(ROOT).map(reportPath)) {
    it(`as ${report} says`, () => {
      const text = readFileSync(ROOT + report, 'utf8');
      const undocumented = Array.from(
        text.matchAll(UNDOCUMENTED),
        ([, declaration]) => declaration,
      );
      assert.deepEqual(undocumented, []);
    });
  }
});

/** How a report marks an export whose declaration has no docstring. */
const UNDOCUMENTED = /^\/\/ @\w+ \(undocumented\)\nexport (.*)/gm;

/** Classes that are exported as types: users get instances. */
const TYPES = [
  'AttemptTrace',
  'Call',
  'ChatCall',
  'Conversations',
  'GenerationTrace',
  'Requests',
  'Telemetry',
  'Thread',
];

/** Imports the sources, so that a missing name shows without a build, too. */
async function exportedNames({ folder, source }: PublicEntry): Promise<readonly string[]> {
  const entry: unknown = await import(pathToFileURL(path.join(ROOT, folder, source)).href);
  assert.ok(typeof entry === 'object' && entry !== null);
  return Object.keys(entry).toSorted();
}

/** Returns the names of values, not of types. A function that can be called in two ways has one. */
function valuesIn(report: string): readonly string[] {
  const names = Array.from(report.matchAll(VALUE), ([, declared, own]) => declared ?? own ?? '');
  return [...new Set(names)].filter((name) => !TYPES.includes(name)).toSorted();
}

/** A declaration, or a name of another package; there types begin with a capital. */
const VALUE = /^export (?:(?:abstract )?(?:class|const|function) (\w+)|\{ ([a-z]\w*) \})/gm;
