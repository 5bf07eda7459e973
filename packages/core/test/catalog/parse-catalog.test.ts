import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogError, parseCatalog } from '@model-gateway/core';
import { aGateway, aModel, anEntry, ids, list } from '../builders.ts';

/* Reading of catalog files. Source: contract §3.2, §3.11, §7. */

function refusal(text: string): CatalogError {
  try {
    parseCatalog(text);
  } catch (error) {
    assert.ok(error instanceof CatalogError, String(error));
    return error;
  }
  return assert.fail('the text was accepted');
}

describe('parseCatalog', () => {
  it('reads models in their order, with their signals', () => {
    const data = [aModel({ id: 'acme/b' }), aModel({ id: 'acme/a' })];
    const signals = { 'acme/a': { author: 'acme', zdr: true } };
    assert.deepEqual(parseCatalog(JSON.stringify({ data, signals })), {
      entries: [
        { model: data[0], signals: {} },
        { model: data[1], signals: signals['acme/a'] },
      ],
      unmatchedSignals: [],
    });
  });

  it('reads a file without signals', () => {
    const { entries } = parseCatalog(JSON.stringify({ data: [aModel()] }));
    assert.deepEqual(entries, [anEntry()]);
  });

  it('reads a byte order mark as nothing', () => {
    assert.equal(parseCatalog(`\ufeff${JSON.stringify({ data: [aModel()] })}`).entries.length, 1);
  });

  it('names the ids of signals that have no model', () => {
    const signals = { 'acme/model': {}, 'acme/typo': { zdr: true } };
    const { unmatchedSignals } = parseCatalog(JSON.stringify({ data: [aModel()], signals }));
    assert.deepEqual(unmatchedSignals, ['acme/typo']);
  });

  for (const id of ['__proto__', 'constructor', 'toString']) {
    it(`takes no signals from the prototype for the id ${id}`, async () => {
      const text = JSON.stringify({ data: [aModel({ id })], signals: {} });
      const { entries } = parseCatalog(text);
      assert.deepEqual(entries[0]?.signals, {});
      assert.deepEqual(await ids(aGateway({ entries }), ''), [id]);
    });
  }

  for (const [what, text, line, column] of [
    ['nothing', '', 1, 1],
    ['a cut-off file', '{"data": [', 1, 11],
    ['a bare word', '{\n  "data": [],\n  "signals": oops\n}', 3, 14],
    ['a bracket too many', '{"data": []]}', 1, 12],
    ['a bracket in the wrong place', '{"data": [}', 1, 11],
    ['a trailing comma', '{\n "data": [\n  1,\n ]\n}', 4, 2],
    ['a missing quote', `{\n "data": [\n  {id": "x"}\n ]\n}${' '.repeat(60)}`, 3, 4],
    ['a comment', '// models\n{"data": []}', 1, 1],
    ['text after the end', '{"data": []}\nmore', 2, 1],
    ['Windows line ends', '{\r\n "data": [],\r\n oops\r\n}', 3, 2],
    ['a byte order mark', '\ufeff{"data": oops}', 1, 10],
  ] as const) {
    it(`names line ${line}, column ${column} for ${what}`, () => {
      assert.match(refusal(text).message, new RegExp(`line ${line}, column ${column}\\b`));
    });
  }

  for (const [text, path] of [
    ['null', 'data'],
    ['"models"', 'data'],
    ['{}', 'data'],
    ['{"data": null}', 'data'],
    ['{"data": {"0": {}}}', 'data'],
    ['{"data": [null]}', 'data[0].id'],
    ['{"data": [{"id": "a"}, {}]}', 'data[1].id'],
    ['{"data": [{"id": 5}]}', 'data[0].id'],
    ['{"data": [["id"]]}', 'data[0].id'],
    ['{"data": [], "signals": []}', 'signals'],
    ['{"data": [], "signals": "none"}', 'signals'],
  ] as const) {
    it(`refuses ${text}, naming ${path}`, () => {
      assert.equal(refusal(text).path, path);
    });
  }
});

describe('look-alike names', () => {
  const ours = aModel({
    model_hub_id: 'acme/hub',
    benchmarks: {
      design_ranking: [{ arena: 'models', category: 'svg', elo: 1200, win_rate: 50, rank: 1 }],
      external_index: { intelligence_index: 1, coding_index: 2, agentic_index: 3 },
    },
  });
  const { model_hub_id: hub, benchmarks, ...rest } = ours;
  const theirs = {
    ...rest,
    hugging_face_id: hub,
    benchmarks: {
      design_arena: benchmarks?.design_ranking,
      artificial_analysis: benchmarks?.external_index,
    },
  };

  it('are read as ours', () => {
    const { entries } = parseCatalog(JSON.stringify({ data: [theirs] }));
    assert.deepEqual(entries[0]?.model, ours);
  });

  it('are read null and absent too', () => {
    const text = JSON.stringify({ data: [{ ...rest, hugging_face_id: null }] });
    assert.deepEqual(parseCatalog(text).entries[0]?.model, { ...rest, model_hub_id: null });
  });

  it('are served as ours', async () => {
    const { entries } = parseCatalog(JSON.stringify({ data: [theirs] }));
    assert.deepEqual((await list(aGateway({ entries }), '')).data, [ours]);
  });

  it('count in filters and sorts', async () => {
    const { entries } = parseCatalog(JSON.stringify({ data: [theirs] }));
    assert.deepEqual(await ids(aGateway({ entries }), '?min_agentic_index=3'), [ours.id]);
  });
});
