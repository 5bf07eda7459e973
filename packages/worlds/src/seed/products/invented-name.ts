const STARTS = [
  'Ab',
  'Bel',
  'Cor',
  'Dra',
  'El',
  'Fen',
  'Gal',
  'Hal',
  'Is',
  'Jor',
  'Kel',
  'Lu',
  'Mar',
  'Nor',
  'Or',
  'Pel',
  'Qua',
  'Ran',
  'Sel',
  'Tor',
  'Ul',
  'Ver',
  'Win',
  'Zan',
] as const;
const MIDDLES = [
  'a',
  'be',
  'co',
  'da',
  'e',
  'fi',
  'go',
  'i',
  'ka',
  'le',
  'mi',
  'no',
  'o',
  'pa',
  'ri',
  'so',
  'te',
  'u',
  'vi',
] as const;
const JOINTS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'l',
  'm',
  'n',
  'nd',
  'nt',
  'p',
  'r',
  'rd',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
] as const;
const ENDS = [
  'a',
  'ax',
  'ea',
  'el',
  'en',
  'er',
  'ia',
  'ic',
  'ik',
  'ine',
  'io',
  'is',
  'o',
  'on',
  'or',
  'us',
] as const;

const SHORT = STARTS.length * JOINTS.length * ENDS.length;
const LONG = SHORT * MIDDLES.length;
/** Shares no factor with either, so that neighbouring numbers have unlike names, and none recurs. */
const STEP = 60_647;

/** As many as there are of two parts. */
const TINY = STARTS.length * ENDS.length;

/**
 * Returns a made-up name of four or five letters, for numbers below 384, which are all different from
 * each other and from `inventedName`; undefined for larger numbers.
 */
export function tinyName(number: number): string | undefined {
  if (number >= TINY) return undefined;
  const rest = (number * STEP) % TINY;
  const [start = '', end = ''] = [
    STARTS[rest % STARTS.length],
    ENDS[Math.floor(rest / STARTS.length)],
  ];
  return start + end;
}

/**
 * Returns a made-up name; those of 153,600 numbers in a row are all different. The names of the first
 * 7,680 numbers are short, as those of most vendors are.
 */
export function inventedName(number: number): string {
  const isShort = number < SHORT;
  let rest = isShort ? (number * STEP) % SHORT : ((number - SHORT) * STEP) % LONG;
  const take = (parts: readonly string[]) => {
    const part = parts[rest % parts.length];
    rest = Math.floor(rest / parts.length);
    return part ?? '';
  };
  return take(STARTS) + (isShort ? '' : take(MIDDLES)) + take(JOINTS) + take(ENDS);
}
