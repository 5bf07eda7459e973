import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { healJson } from '../../src/chat/serving/heal-json.ts';

/* The plugin response-healing. Source: contract §12.15. */

describe('JSON that a model wrote almost right', () => {
  const rows: readonly (readonly [what: string, said: string, healed: string])[] = [
    ['a fence', '```json\n{"a":1}\n```', '{"a":1}'],
    ['a fence without a word', '```\n[1, 2]\n```', '[1,2]'],
    ['words before it', 'Here you are: {"a":1}', '{"a":1}'],
    ['words behind it', '{"a":1}\n\nI hope that helps!', '{"a":1}'],
    ['words with brackets', 'The list [as asked]: [1]', '[1]'],
    ['words around a fence', 'Sure!\n```json\n{"a":1}\n```\nDone {x}.', '{"a":1}'],
    ['a comma too many in an object', '{"a":1,}', '{"a":1}'],
    ['a comma too many in a list', '{"a":[1,2, ]}', '{"a":[1,2]}'],
    ['names without quotes', '{a: 1, $b_2: {c-d: null}}', '{"a":1,"$b_2":{"c-d":null}}'],
    ['brackets too few', '{"a":[1,{"b":true', '{"a":[1,{"b":true}]}'],
    ['a comma at its end', '{"a":1,', '{"a":1}'],
    ['digits beyond 2^53', '{"a":9007199254740993,}', '{"a":9007199254740993}'],
    [
      'escapes and brackets in a text',
      String.raw`{"a":"\"{[\u00e4","b":1,}`,
      String.raw`{"a":"\"{[\u00e4","b":1}`,
    ],
    ['a byte order mark', '\uFEFF{"a":1}', '{"a":1}'],
  ];
  for (const [what, said, healed] of rows) {
    it(`is mended: ${what}`, () => assert.equal(healJson(said), healed));
  }

  for (const [what, said] of [
    ['it is right', '{"a":[1,{"b":null}]}'],
    ['there is none', 'I cannot do that.'],
    ['a text is cut off', '{"a":"hel'],
    ['a value is missing', '{"a":'],
    ['a name is missing', '{:1}'],
    ['a comma is missing', '{"a":1 "b":2}'],
    ['a quote of another kind', "{'a':1}"],
    ['a number is malformed', '{"a":01}'],
    ['a list has two commas', '[1,,2]'],
    ['it is too deep', '['.repeat(100)],
    ['it is empty', ''],
  ] as const) {
    it(`stays as it is where ${what}`, () => assert.equal(healJson(said), undefined));
  }

  it('takes time in proportion to its length', () => {
    for (const text of [
      '{'.repeat(200_000),
      `${'[ '.repeat(100_000)}x`,
      `{"a":"${'\\"'.repeat(200_000)}`,
      `\`\`\`\n${'\t'.repeat(400_000)}x`,
    ])
      assert.equal(healJson(text), undefined);
  });
});
