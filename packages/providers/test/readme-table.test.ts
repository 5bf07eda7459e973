import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ARK_MODELS } from '../src/models/ark.ts';
import { BFL_MODELS } from '../src/models/bfl.ts';
import { FAL_MODELS } from '../src/models/fal.ts';
import { GEMINI_MODELS } from '../src/models/gemini.ts';
import { OPENAI_MODELS } from '../src/models/openai.ts';
import { RECRAFT_MODELS } from '../src/models/recraft.ts';
import { REPLICATE_MODELS } from '../src/models/replicate.ts';
import { STABILITY_MODELS } from '../src/models/stability.ts';
import { TOGETHER_MODELS } from '../src/models/together.ts';
import { XAI_MODELS } from '../src/models/xai.ts';
import type { ModelTable } from '../src/shared/model-table.ts';

const TABLES: Readonly<Record<string, ModelTable<unknown>>> = {
  openai: OPENAI_MODELS,
  together: TOGETHER_MODELS,
  gemini: GEMINI_MODELS,
  xai: XAI_MODELS,
  ark: ARK_MODELS,
  recraft: RECRAFT_MODELS,
  stability: STABILITY_MODELS,
  bfl: BFL_MODELS,
  fal: FAL_MODELS,
  replicate: REPLICATE_MODELS,
};

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** `0–16`, or one number. */
function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(most) : `${least}–${most}`;
}

/** Returns the row of the README that says the same as a provider's table. */
function rowOf(entry: string, table: ModelTable<unknown>): string {
  const rows = Object.values(table).filter(({ retiredOn }) => retiredOn === undefined);
  const endpoints = rows.map(({ endpoint }) => endpoint);
  const ignored = [
    ['quality', endpoints.every(({ qualities }) => qualities === undefined)],
    ['background', endpoints.every(({ backgrounds }) => backgrounds === undefined)],
    ['seed', endpoints.every(({ seed }) => !seed)],
    ['output_compression', endpoints.every(({ compression }) => !compression)],
    ['stream', endpoints.every(({ streams }) => !streams)],
  ].flatMap(([name, isIgnored]) => (isIgnored ? [`\`${String(name)}\``] : []));
  const uncertain = rows.flatMap(({ upstream, uncertainPrice }) =>
    uncertainPrice === undefined ? [] : [`${upstream} (${uncertainPrice})`],
  );
  const cells = [
    `\`/${entry}\``,
    String(rows.length),
    range(endpoints.map(({ maxImages }) => maxImages)),
    range(endpoints.map(({ maxReferences }) => maxReferences)),
    [...new Set(endpoints.flatMap(({ formats }) => formats))].join(', '),
    ignored.join(', ') || '–',
    [...new Set(rows.map(({ source, asOf }) => `${source}, ${asOf}`))].join('; '),
    uncertain.join('; ') || '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

describe('the README', () => {
  for (const [entry, table] of Object.entries(TABLES)) {
    it(`says what models of ${entry} can do`, () => {
      const expected = rowOf(entry, table);
      assert.ok(README.includes(`${expected}\n`), `README.md needs the row\n${expected}`);
    });
  }
});
