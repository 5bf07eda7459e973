/**
 * `write-table.ts [--write]`: runs the cases beside aimock and prints the table, or writes it into
 * docs/mock/coming-from.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AIMOCK } from '../../src/peers/aimock.ts';
import { folderOf } from '../../src/peers/install.ts';
import { CASES } from './cases.ts';
import { startOurs, startTheirs } from './fakes.ts';
import { firstAnswers } from './first-answer.ts';
import { ourOutcome, theirOutcome, type Outcome } from './outcome-of.ts';

const GUIDE = new URL('../../../../docs/mock/coming-from.md', import.meta.url);
const HEADING = '## Compared with aimock';

const section = await compared();
if (process.argv.includes('--write')) {
  const [before = ''] = (await readFile(GUIDE, 'utf8')).split(`\n${HEADING}\n`);
  await writeFile(GUIDE, `${before.trimEnd()}\n\n${section}`);
} else console.log(section);

async function compared(): Promise<string> {
  const gateway = await startOurs();
  const aimock = await startTheirs();
  const rows: (readonly [string, Outcome, Outcome])[] = [];
  try {
    for (const one of CASES) {
      const ours = await ourOutcome(one, gateway, true);
      rows.push([one.title, ours, await theirOutcome(one, aimock)]);
    }
  } finally {
    await Promise.all([gateway.close(), aimock.stop()]);
  }
  const first = await firstAnswers();
  const passed = (which: 1 | 2) => rows.filter((row) => row[which] === 'yes').length;
  return [
    HEADING,
    '',
    `Both are told the same in their own words, without functions that look at the request, and asked the same over HTTP, in one run with aimock ${await versionOf()} on Node ${process.versions.node} (\`packages/bench/test/peer-table/write-table.ts\` writes this table). "No way" means that aimock's documentation has no words for it. The cases are what tests of agents need; what aimock has beside that, they do not show: WebSockets, MCP, voice, vector stores and more providers. Requests are checked as this gateway checks them, and it needs no \`max_tokens\`, which Anthropic does.`,
    '',
    `| case | mock | aimock |`,
    '|---|---|---|',
    `| a new process until its first answer, the least of five | ${first.ours} ms | ${first.theirs} ms |`,
    ...rows.map(([title, ours, theirs]) => `| ${title} | ${ours} | ${theirs} |`),
    `| of ${rows.length} | ${passed(1)} | ${passed(2)} |`,
    '',
  ].join('\n');
}

async function versionOf(): Promise<string> {
  const manifest = path.join(await folderOf(AIMOCK), 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
  return version;
}
