// System: compiles a program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { claudeRules } from '../../src/wires/anthropic/claude-rules.ts';
import { encodeMessageRequest } from '../../src/wires/anthropic/encode.ts';
import { REQUESTS } from '../wires/anthropic/requests.ts';
import { BARE } from '../wires/blocks.ts';

/** Anthropic publishes no schema, and its client's types have no more than its newer version. */
const UNTYPED: ReadonlySet<string> = new Set([
  'what a client of the same wire says, as written',
  'sampling, as far as it takes it together',
]);

const BODIES = Object.entries(REQUESTS).flatMap(([what, asked]) => {
  if (UNTYPED.has(what)) return [];
  const { request, upstream = 'claude-opus-5', user, options = {} } = asked;
  const rules = claudeRules(upstream);
  const told = { upstream, rules, maxOutput: 32_000, user, options: { ...options } };
  return [[what, JSON.stringify(encodeMessageRequest({ ...BARE, ...request }, told))] as const];
});

const TSC = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript7/package.json')),
  'bin/tsc',
);
const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
};

/** Compiles bodies against the client's types, and returns what is wrong, line by line. */
async function mistakesIn(bodies: readonly string[]): Promise<string> {
  // Below the package, so that its client is found.
  const home = new URL('../../node_modules/.cache/', import.meta.url).pathname;
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(`${home}judged-`);
  const program = [
    "import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';",
    ...bodies.map((body, at) => `export const body${at} = ${body} satisfies MessageCreateParams;`),
  ];
  writeFileSync(path.join(folder, 'bodies.mts'), program.join('\n'));
  const project = { compilerOptions, files: ['bodies.mts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  try {
    return await new Promise((done) => {
      execFile(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], (_, out, errors) =>
        done(out + errors),
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what Anthropic is sent, judged by the types of its client', () => {
  it('has no member and no value that they do not know', async () => {
    assert.ok(BODIES.length > 30);
    const wrong = BODIES[0]?.[1].replace('{', '{"seed":1,') ?? '';
    const mistakes = await mistakesIn([...BODIES.map(([, body]) => body), wrong]);
    const lines = mistakes.split('\n').filter((line) => line.includes('error TS'));
    const named = lines.map((line) => {
      const [, at = '0'] = /bodies\.mts\((\d+),/.exec(line) ?? [];
      return `${BODIES[Number(at) - 2]?.[0] ?? 'the mistake'}: ${line.slice(line.indexOf('error'))}`;
    });
    // The judge sees mistakes, and no other than the one made for it.
    assert.equal(named.length, 1, named.join('\n'));
    assert.match(named[0] ?? '', /^the mistake: .*'"seed"' does not exist/);
  });
});
