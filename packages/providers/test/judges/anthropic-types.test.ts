// System: compiles a program.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claudeRules } from '../../src/wires/anthropic/claude-rules.ts';
import { encodeMessageRequest } from '../../src/wires/anthropic/encode.ts';
import { REQUESTS } from '../wires/anthropic/requests.ts';
import { BARE } from '../wires/blocks.ts';
import { mistakesIn } from './compiled.ts';

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

describe('what Anthropic is sent, judged by the types of its client', () => {
  it('has no member and no value that they do not know', async () => {
    assert.ok(BODIES.length > 30);
    const wrong = BODIES[0]?.[1].replace('{', '{"seed":1,') ?? '';
    const mistakes = await mistakesIn([
      "import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';",
      ...[...BODIES.map(([, body]) => body), wrong].map(
        (body, at) => `export const body${at} = ${body} satisfies MessageCreateParams;`,
      ),
    ]);
    const named = mistakes.map(
      ({ line, text }) => `${BODIES[line - 1]?.[0] ?? 'the mistake'}: ${text}`,
    );
    // The judge sees mistakes, and no other than the one made for it.
    assert.equal(named.length, 1, named.join('\n'));
    assert.match(named[0] ?? '', /^the mistake: .*'"seed"' does not exist/);
  });
});
