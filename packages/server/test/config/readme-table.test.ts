import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { GenericSchema } from 'valibot';
import { ConfigSchema, ProviderSchema } from '../../src/config/schema.ts';
import { partsOf } from '../../src/config/usable-part.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, section = ''] = /^## Configuration\n(.*?)^## /ms.exec(README) ?? [];

/** The cells of each row, by the members that its first cell names. */
const ROWS = new Map(
  [...section.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].flatMap(([, names = '', says = '']) =>
    membersIn(names).map((member) => [member, says] as const),
  ),
);

/** `server.host` and `server.port` for "`server.host`, `port`". */
function membersIn(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const around = first.slice(0, first.lastIndexOf('.') + 1);
  return [first, ...others.map((name) => `${around}${name}`)];
}

function namesIn(schema: GenericSchema, around = ''): string[] {
  const { entries } = partsOf(schema);
  if (entries === undefined) return [around];
  return Object.entries(entries).flatMap(([name, member]) =>
    namesIn(member, around === '' ? name : `${around}.${name}`),
  );
}

/** For editors; the one that this is not about. */
const UNTOLD = new Set(['$schema']);

describe('the table of the configuration in README.md', () => {
  for (const name of namesIn(ConfigSchema).filter((one) => !UNTOLD.has(one))) {
    it(`has ${name}`, () => {
      assert.ok(ROWS.has(name) || ROWS.has(`${name}[]`), `no row names ${name}`);
    });
  }

  for (const name of namesIn(ProviderSchema)) {
    it(`has ${name} of a provider`, () => {
      assert.ok(ROWS.get('providers[]')?.includes(`\`${name}\``), `the row does not name ${name}`);
    });
  }

  it('has no member that the configuration lacks', () => {
    const known = new Set(namesIn(ConfigSchema).flatMap((name) => [name, `${name}[]`]));
    assert.deepEqual(
      [...ROWS.keys()].filter((name) => !known.has(name)),
      [],
    );
  });
});
