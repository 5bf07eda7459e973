import { REFUSED_HOSTS } from './refused-hosts.ts';

/** One of each kind of address that must not be called. */
const ADDRESSES = [
  [127, 0, 0, 1],
  [10, 1, 2, 3],
  [172, 16, 0, 9],
  [192, 168, 1, 254],
  [169, 254, 169, 254],
  [100, 64, 0, 1],
  [168, 63, 129, 16],
] as const;

type Octets = (typeof ADDRESSES)[number];

const hex = (value: number) => value.toString(16);
const octal = (value: number) => `0${value.toString(8)}`;
const number = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const group = (high: number, low: number) => hex(high * 256 + low);
const groups = ([a, b, c, d]: Octets) => `${group(a, b)}:${group(c, d)}`;

/** How an address may be written, by what the parsers of URLs and systems take. */
const NOTATIONS: readonly ((octets: Octets) => string)[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(number(octets)),
  (octets) => `0x${hex(number(octets))}`,
  (octets) => `0${number(octets).toString(8)}`,
  (octets) => octets.map((each) => `0x${hex(each)}`).join('.'),
  (octets) => octets.map(octal).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a)}.${b}.${octal(c)}.${d}`,
  (octets) => octets.join('。'),
  (octets) => octets.join('%2e'),
  (octets) => `[::ffff:${octets.join('.')}]`,
  (octets) => `[::ffff:${groups(octets)}]`,
  (octets) => `[0:0:0:0:0:ffff:${groups(octets)}]`,
  (octets) => `[64:ff9b::${groups(octets)}]`,
  (octets) => `[2002:${groups(octets)}::]`,
];

/** Every spelling that is tried: those known to have passed a filter, and each address in each notation. */
export const SPELLINGS: readonly string[] = [
  ...new Set([
    ...Object.values(REFUSED_HOSTS).flat(),
    ...ADDRESSES.flatMap((octets) => NOTATIONS.map((write) => write(octets))),
  ]),
];
