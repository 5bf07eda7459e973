import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileRegex } from '../../src/destinations/regex/linear-regex.ts';
import { parseRegex } from '../../src/destinations/regex/parse-regex.ts';
import { buildProgram, type Step } from '../../src/destinations/regex/program.ts';
import { search } from '../../src/destinations/regex/search.ts';

/* Searching in linear time finds what JavaScript's own engine finds. Source: contract §5.4. */

fc.configureGlobal({ seed: 20_260_801 });

/** Searches with a limit to its steps, so that an endless search fails instead of hanging. */
function isFound(pattern: string, text: string): boolean {
  const program = programOf(pattern);
  return search(counted(program, (text.length + 1) * program.length), text);
}

function programOf(pattern: string): readonly Step[] {
  const reading = parseRegex(pattern, '');
  assert.ok(reading.ok, pattern);
  return buildProgram(reading.node);
}

/** The same program; it throws once its steps were looked at more often than `most` times. */
function counted(program: readonly Step[], most: number): readonly Step[] {
  let looks = 0;
  return new Proxy(program, {
    get(steps, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) {
        looks++;
        assert.ok(looks <= most, `looked at steps more than ${most} times`);
      }
      return Reflect.get(steps, key) as unknown;
    },
  });
}

const PATTERNS = [
  'abc',
  'a|b|',
  '^a',
  'a$',
  '^$',
  '^(a|ab)(c|bcd)$',
  'a*',
  'a+b?c',
  'a{2}',
  'a{2,}',
  'a{1,3}b',
  'a{0}b',
  '(a{2}){2}',
  '(a*)*b',
  '(a|a)*b',
  '(?:ab)+?c',
  '(?<word>a+)b',
  '.',
  'a.c',
  '[abc]',
  '[^abc]',
  '[\\]a]',
  '[]',
  '[^]',
  '[a-c\\d\\]]+',
  '[\\w-]+@[\\w.]+',
  '\\d+',
  '\\D',
  '\\s\\S',
  '\\w\\W',
  '\\bab\\b',
  '\\Ba',
  'a\\Bb',
  '(^|b)a',
  '(?:^a|b$)',
  '(\\b)*a',
  '\\u0061',
  '\\u{61}b',
  '\\u{1F600}',
  '\\ud83d\\ude00',
  '\\x61',
  '\\cJ',
  '\\n',
  '\\t|\\v|\\f|\\r|\\0',
  '\\p{Lu}\\p{Script=Greek}?',
  '\\P{L}',
  '\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\/\\\\',
  '(((a)))',
  '()',
  '()*a',
  '(|a)+b',
  'é',
  '😀+',
];

const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'abcd',
  'aaab',
  'aabbcc',
  'c a b',
  'a-b_c1',
  'x@y.z',
  'a\nb',
  '\n',
  ' ab ',
  '7 8',
  'Ωα',
  'Éé',
  '😀😀a',
  '\ud83d',
  '\ude00a',
  ']',
  '.*+?()[]{}|^$/\\',
  'a\u2028b',
];

describe('a search in linear time', () => {
  for (const pattern of PATTERNS) {
    it(`finds what JavaScript finds: ${pattern}`, () => {
      const own = new RegExp(pattern, 'u');
      for (const text of TEXTS) {
        assert.equal(isFound(pattern, text), own.test(text), JSON.stringify(text));
      }
    });
  }

  const atom = fc.constantFrom(
    'a',
    'b',
    'c',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\n',
    'é',
  );
  const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
    term: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      fc
        .tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}'))
        .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
    ),
    pattern: fc
      .array(fc.array(tie('term'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((options) => options.map((terms) => terms.join('')).join('|')),
  }));
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'é', '-', '\n'), { maxLength: 8 })
    .map((characters) => characters.join(''));

  it('finds what JavaScript finds, whatever the expression', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
        fc.pre(compileRegex(source).ok);
        const own = new RegExp(source, 'u');
        for (const each of texts)
          assert.equal(isFound(source, each), own.test(each), `${source} ${each}`);
      }),
      { numRuns: 500 },
    );
  });

  for (const flags of ['i', 's', 'm', 'ims'] as const) {
    it(`finds what JavaScript finds with the flags ${flags}`, () => {
      const sources = ['Ab', '[b-c]+É', '^a', 'a$', 'a.b', '(?:^|b)a.', '\\bk', '\\W', '^$', 'ſ'];
      const texts = ['AB', 'xbé', 'b\na', 'a\nb', 'a\u2028b', 'B\rA\n', '\u212aB', '-', 'S', ''];
      for (const source of sources) {
        const regex = compileRegex(source, flags);
        assert.ok(regex.ok);
        const own = new RegExp(source, `u${flags}`);
        for (const each of texts) {
          assert.equal(regex.matches(each), own.test(each), `${source} ${JSON.stringify(each)}`);
        }
      }
    });
  }

  for (const [evil, isThere] of [
    ['(a*)*b', false],
    ['(a+)+$', false],
    ['(a|a)*c', false],
    ['(a|aa)+$', false],
    ['(.*)(.*)(.*)(.*)=', false],
    ['(?:a?){50}a{50}', true],
    ['(?:a?){50}a{50}$', false],
  ] as const) {
    it(`takes at most one look at each step per character: ${evil}`, () => {
      assert.equal(isFound(evil, `${'a'.repeat(2_000)}!`), isThere);
    });
  }
});

describe('an expression', () => {
  for (const [pattern, problem] of [
    ['', 'must not be empty'],
    ['(', 'must be a regular expression'],
    ['[b-a]', 'must be a regular expression'],
    ['*a', 'must be a regular expression'],
    ['\\', 'must be a regular expression'],
    ['a{', 'must be a regular expression'],
    ['\\q', 'must be a regular expression'],
    ['a(?=b)', 'must not use look-ahead or look-behind'],
    ['a(?!b)', 'must not use look-ahead or look-behind'],
    ['(?<=a)b', 'must not use look-ahead or look-behind'],
    ['(?<!a)b', 'must not use look-ahead or look-behind'],
    ['(a)\\1', 'must not use back references'],
    ['(?<x>a)\\k<x>', 'must not use back references'],
    ['a{1001}', 'must have at most 1000 steps, its {} spelled out'],
    ['(){1001}', 'must have at most 1000 steps, its {} spelled out'],
    ['a{0,9007199254740993}', 'must have at most 1000 steps, its {} spelled out'],
    ['(((a{9}){9}){9}){9}', 'must have at most 1000 steps, its {} spelled out'],
    ['a'.repeat(501), 'must be at most 500 characters long'],
  ] as const) {
    it(`is refused: ${pattern.slice(0, 30)}`, () => {
      assert.deepEqual(compileRegex(pattern), { ok: false, problem });
    });
  }

  for (const pattern of [
    'a'.repeat(500),
    '('.repeat(200) + 'a' + ')'.repeat(200),
    'a{1000}',
    '\\\\1',
    '[(?=]',
  ]) {
    it(`is taken: ${pattern.slice(0, 30)}`, () => {
      assert.equal(compileRegex(pattern).ok, true);
    });
  }
});
