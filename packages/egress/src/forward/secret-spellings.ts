import { SpellingTries, type SpellingNode } from './spelling-trie.ts';

/** A secret in one way of writing it: symbols, each of which may be escaped, with gaps between. */
export interface WrittenSecret {
  /** Another one for each. */
  readonly id: number;
  /** The ways to write each symbol. */
  readonly symbols: readonly SpellingNode[];
  /** What may stand between two symbols. */
  readonly gaps: SpellingNode;
  /** From this many symbols on it is recognized, also when it is cut off afterwards. */
  readonly enough: number;
}

/** Shorter ones would be found in texts that do not quote them. */
const SHORTEST = 8;
/** A key begins with some characters that all keys of a provider share. */
const TELLING = 16;

/**
 * Returns the ways in which a text may quote one of the secrets: as it is, in UTF-16, hex, base64
 * (also of a text that holds it) and lists of numbers, each in lines and with escapes of URLs, JSON,
 * HTML and mail. None for a secret of fewer than 8 bytes.
 */
export function writtenForms(secrets: readonly string[]): readonly WrittenSecret[] {
  const kinds = createKinds();
  return secrets
    .flatMap(encodingsOf)
    .filter(({ byteLength }) => byteLength >= SHORTEST)
    .flatMap((bytes) => [
      formOf(bytes, kinds.text),
      ...[0, 1, 2].map((before) => formOf(base64Within(bytes, before), kinds.base64)),
      formOf(Buffer.from(bytes.toString('hex')), kinds.hex),
      formOf(bytes, kinds.numbers),
    ])
    .map((form, id) => ({ ...form, id }));
}

/** A header holds Latin-1, and a quote of it mostly UTF-8. */
function encodingsOf(secret: string): readonly Buffer[] {
  const encodings = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'latin1')] as const;
  return encodings[0].equals(encodings[1]) ? [encodings[0]] : encodings;
}

/** How symbols are written in one kind of text. */
interface Kind {
  readonly spellingsOf: (symbol: number) => SpellingNode;
  readonly gaps: SpellingNode;
}

function formOf(symbols: Uint8Array, { spellingsOf, gaps }: Kind): Omit<WrittenSecret, 'id'> {
  const { length } = symbols;
  return {
    symbols: Array.from(symbols, spellingsOf),
    gaps,
    enough: Math.max(Math.min(length, TELLING), Math.ceil(length / 2)),
  };
}

/** Equal symbols share their spellings. */
function createKinds() {
  const tries = new SpellingTries();
  const kind = (rootOf: (symbol: number) => SpellingNode, gaps: readonly string[]): Kind => {
    const known = new Map<number, SpellingNode>();
    const spellingsOf = (symbol: number) => {
      const root = known.get(symbol) ?? rootOf(symbol);
      known.set(symbol, root);
      return root;
    };
    return { spellingsOf, gaps: tries.rootOf(gaps) };
  };
  const escapable = (...symbols: readonly string[]) =>
    tries.rootOf(symbols, symbols.flatMap(escapesOf));
  const wrapped = [...NULS, ...LINE_ENDS];
  return {
    text: kind((byte) => escapable(String.fromCharCode(byte)), wrapped),
    base64: kind((byte) => {
      const symbol = String.fromCharCode(byte);
      return escapable(symbol, BASE64URL[symbol] ?? symbol);
    }, wrapped),
    hex: kind((byte) => tries.rootOf([], [String.fromCharCode(byte)]), HEX_GAPS),
    numbers: kind((byte) => tries.rootOf([String(byte)]), NUMBER_GAPS),
  };
}

/** UTF-16 and UTF-32. */
const NULS = ['\0', '\0\0\0'];
const LINE_ENDS = ['\n', '\r\n', '\r\n ', '\\n', '\\r\\n', '\\\\n', '\\\\r\\\\n', '=\r\n', '=\n'];
const HEX_GAPS = [...LINE_ENDS, '\0', ' ', ':', '-', ',', ', ', '0x', ' 0x', ',0x', ', 0x'];
/** As JSON of bytes is written, and indented. */
const NUMBER_GAPS = [',', ', ', ' ', ...indents(10)];

function indents(most: number): string[] {
  return Array.from({ length: most + 1 }, (_, count) => `,\n${' '.repeat(count)}`);
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  ' ': '+',
};

/** Texts are quoted in texts, which doubles backslashes and percent signs. */
const BACKSLASHES = ['\\', '\\\\', '\\\\\\\\'];
const PERCENTS = ['%', '%25', '%2525'];

function escapesOf(symbol: string): readonly string[] {
  const byte = symbol.charCodeAt(0);
  const hex = byte.toString(16).padStart(2, '0');
  const octal = byte.toString(8);
  const named = NAMED[symbol];
  const slashed = [`u00${hex}`, `u{${hex}}`, `x${hex}`, octal, octal.padStart(3, '0')];
  if (!/[\da-z]/i.test(symbol)) slashed.push(symbol);
  return [
    ...PERCENTS.flatMap((percent) => [`${percent}${hex}`, `${percent}u00${hex}`]),
    ...BACKSLASHES.flatMap((slash) => slashed.map((escape) => `${slash}${escape}`)),
    ...['&#', '&amp;#'].flatMap((start) => [
      ...[1, 2, 3, 4, 5].map((digits) => `${start}${String(byte).padStart(digits, '0')};`),
      ...[2, 3, 4].map((digits) => `${start}x${hex.padStart(digits, '0')};`),
    ]),
    `=${hex}`,
    ...(named === undefined ? [] : [named]),
  ];
}

/** The characters of base64 that the secret alone decides, when `before` bytes precede it. */
function base64Within(bytes: Buffer, before: number): Uint8Array {
  const text = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(2)]).toString('base64');
  const bits = 8 * (before + bytes.byteLength);
  return Buffer.from(text.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6)));
}

/** base64url has two characters of its own. */
const BASE64URL: Readonly<Record<string, string>> = { '+': '-', '/': '_' };
