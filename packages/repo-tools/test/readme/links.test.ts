import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';
import { isPublished } from './documents.ts';
import { anchorsIn, linksIn } from './markdown.ts';

const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', 'examples/README.md', '{fixtures,packages,examples}/*/README.md'],
  {
    cwd: ROOT,
  },
);

describe('links between documents of the repository', () => {
  for (const document of DOCUMENTS.toSorted()) {
    it(`leads somewhere from ${document}`, () => {
      const dead = linksIn(read(document)).filter((link) => !leadsSomewhere(document, link));
      assert.deepEqual(dead, []);
    });
  }

  for (const document of DOCUMENTS.filter((file) => isPublished(path.dirname(file))).toSorted()) {
    it(`works on a registry's page of ${document}`, () => {
      const folder = path.dirname(document);
      const outside = linksIn(read(document)).filter((link) => {
        const file = fileOf(document, link);
        return !isOnline(link) && file !== folder && !file?.startsWith(`${folder}/`);
      });
      assert.deepEqual(outside, [], `begin with ${REPOSITORY}tree/main/ instead`);
    });
  }
});

const REPOSITORY = 'https://github.com/model-gateway/model-gateway/';

function leadsSomewhere(document: string, link: string): boolean {
  const file = fileOf(document, link);
  if (file === undefined) return true;
  if (!existsSync(path.join(ROOT, file))) return false;
  const [, anchor] = link.split('#');
  // GitHub shows the README of a folder below its files, under this anchor.
  if (anchor === undefined || anchor === 'readme') return true;
  return file.endsWith('.md') && anchorsIn(read(file)).includes(anchor);
}

/** The file or folder of the repository that a link leads to, or undefined if it leads elsewhere. */
function fileOf(document: string, link: string): string | undefined {
  const [target = ''] = link.split('#');
  if (target === '') return document;
  if (!isOnline(link)) return path.posix.join(path.dirname(document), target);
  return /^(?:blob|tree)\/main\/(.+)$/.exec(
    link.startsWith(REPOSITORY) ? target.slice(REPOSITORY.length) : '',
  )?.[1];
}

function isOnline(link: string): boolean {
  return /^(?:https?:|mailto:)/.test(link);
}

function read(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}
