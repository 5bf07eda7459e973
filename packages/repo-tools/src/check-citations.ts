/** `pnpm citations`: fails when code or a document cites a section of the contract that it lacks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findDeadCitations, sectionsOf } from './citations/find-dead-citations.ts';
import { ROOT } from './repository.ts';

const CONTRACT = 'docs/contract.md';
/** Files that may hold a `§` which is not a citation: the contract's own references, and this check. */
const EXEMPT = [CONTRACT, 'packages/repo-tools/'];

const sections = sectionsOf(readFileSync(ROOT + CONTRACT, 'utf8'));
const files = execFileSync('git', ['grep', '-lI', '--untracked', '§'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.some((exempt) => file.startsWith(exempt)));

let dead = 0;
for (const file of files) {
  for (const { line, citation, says } of findDeadCitations(
    readFileSync(ROOT + file, 'utf8'),
    sections,
  )) {
    console.error(`${file}:${line}  ${citation.replaceAll(/\s+/g, ' ')}\n  ${says}\n`);
    dead++;
  }
}

if (dead === 0) {
  console.log(`Every citation in ${files.length} files resolves.`);
} else {
  console.error(`${dead} citations lead nowhere.`);
  process.exitCode = 1;
}
