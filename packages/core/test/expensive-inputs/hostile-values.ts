/** JSON text of a value that grows with `size`; `round` makes a second one that differs in content. */
export type HostileValue = (size: number, round: number) => string;

const repeated = (item: string, size: number) => Array.from({ length: size }, () => item);
const list = (items: readonly string[]) => `[${items.join(',')}]`;
const object = (members: readonly string[]) => `{${members.join(',')}}`;
const numbered = (size: number, item: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => item(index));
const text = (content: string) => JSON.stringify(content);

/** The same functions, which make each text once: every place of every operation asks for it. */
function remembered<Sizes extends readonly number[]>(
  makers: Readonly<Record<string, (...sizes: Sizes) => string>>,
): Readonly<Record<string, (...sizes: Sizes) => string>> {
  const made = new Map<string, string>();
  const remember =
    (name: string, make: (...sizes: Sizes) => string) =>
    (...sizes: Sizes) => {
      const key = [name, ...sizes].join();
      const whole = made.get(key) ?? make(...sizes);
      made.set(key, whole);
      return whole;
    };
  const entries = Object.entries(makers).map(([name, make]) => [name, remember(name, make)]);
  return Object.fromEntries(entries);
}

/** Beyond 65,535 there is nothing left that is distinct in one UTF-16 unit. */
const distinctCharacters = (size: number) =>
  String.fromCodePoint(...numbered(Math.min(size, 20_000), String).map((i) => 0x4e00 + Number(i)));

/** Texts that have been expensive for parsers, patterns and comparisons, by what they are made of. */
export const HOSTILE_TEXTS = remembered<[size: number]>({
  letters: (size) => 'a'.repeat(size),
  digits: (size) => '9'.repeat(size),
  zeros: (size) => `${'0'.repeat(size)}1`,
  'a long fraction': (size) => `1.${'9'.repeat(size)}`,
  spaces: (size) => `${' '.repeat(size)}x`,
  lines: (size) => `${'\n'.repeat(size)}x`,
  quotes: (size) => '"'.repeat(size),
  'an open quote': (size) => `"${'a'.repeat(size)}`,
  backslashes: (size) => '\\'.repeat(size),
  commas: (size) => ','.repeat(size),
  'a list of letters': (size) =>
    numbered(size, (i) => String.fromCharCode(97 + (i % 26))).join(','),
  'distinct words': (size) => numbered(size, (i) => `w${i}`).join(','),
  'quoted words': (size) => numbered(size, (i) => `"w${i}"`).join(' , '),
  percents: (size) => '%'.repeat(size),
  'open brackets': (size) => '('.repeat(size),
  emoji: (size) => '🐼'.repeat(size),
  'distinct characters': distinctCharacters,
  'a URL of letters': (size) => `https://${'a'.repeat(size)}/`,
  'a URL of distinct characters': (size) => `https://${distinctCharacters(size)}/`,
  'a URL of dots': (size) => `https://${'1.'.repeat(size)}/`,
  'a URL of steps': (size) => `https://example.com/${'a/../'.repeat(size)}`,
  'a data URL': (size) => `data:image/png;base64,${'A'.repeat(4 * size)}`,
  'parameters of a data URL': (size) => `data:${';a'.repeat(size)};base64,AAAA`,
});

/** JSON values that have been expensive to check, to compare or to describe. */
export const HOSTILE_VALUES = remembered<Parameters<HostileValue>>({
  ...Object.fromEntries(
    Object.entries(HOSTILE_TEXTS).map(([name, make]): [string, HostileValue] => [
      name,
      (size) => text(make(size)),
    ]),
  ),
  'a list of lists': (size) => list(repeated('[]', size)),
  'a list of objects': (size) => list(repeated('{}', size)),
  'a list of nulls': (size) => list(repeated('null', size)),
  'a list of numbers': (size) => list(repeated('0', size)),
  'a list of words': (size, round) => list(numbered(size, (i) => text(`w${round}-${i}`))),
  'a list of things': (size, round) => list(numbered(size, (i) => `{"id":${i},"round":${round}}`)),
  'a list of secrets': (size, round) =>
    list(numbered(size, (i) => `{"key":"abcd...${1000 + (i % 9000)}","id":"${round}-${i}"}`)),
  'an object of nulls': (size) => object(numbered(size, (i) => `"n${i}":null`)),
  'an object of objects': (size) => object(numbered(size, (i) => `"o${i}":{}`)),
  'an object of words': (size, round) => object(numbered(size, (i) => `"w${i}":"${round}"`)),
  'an object of long names': (size) =>
    object(repeated('', 40).map((_, i) => `"${i}${'n'.repeat(size / 40)}":0`)),
  'a member again and again': (size) => object(repeated('"a":0', size)),
  'nested lists': (size) => '['.repeat(size) + ']'.repeat(size),
  'nested objects': (size) => '{"a":'.repeat(size) + '0' + '}'.repeat(size),
  'a number of many digits': (size) => '9'.repeat(size),
  'a number of many decimals': (size) => `0.${'3'.repeat(size)}`,
  'a number with a huge exponent': (size) => `1e${'9'.repeat(size)}`,
  'a number that ends wrongly': (size) => `${'1'.repeat(size)}x`,
  'blanks before an error': (size) => `${' '.repeat(size)}x`,
  'lines before an error': (size) => `${'\n'.repeat(size)}x`,
  'text that does not end': (size) => `"${'a'.repeat(size)}`,
  'escapes that do not end': (size) => `"${'\\"'.repeat(size)}`,
  'half surrogate pairs': (size) => `"${'\\ud800'.repeat(size)}"`,
  NULs: (size) => `"${'\\u0000'.repeat(size)}"`,
});
