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
  '',
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

const ALL = STARTS.length * MIDDLES.length * JOINTS.length * ENDS.length;
/** Shares no factor with `ALL`, so that neighbouring numbers have unlike names, and none recurs. */
const STEP = 60_647;

/** Returns a made-up name; those of 153,600 numbers in a row are all different. */
export function inventedName(number: number): string {
  let rest = (number * STEP) % ALL;
  const take = (parts: readonly string[]) => {
    const part = parts[rest % parts.length];
    rest = Math.floor(rest / parts.length);
    return part ?? '';
  };
  return take(STARTS) + take(MIDDLES) + take(JOINTS) + take(ENDS);
}
