import type { Names } from './people.ts';

/** Returns a name in letters of a mail address: `O'Connell` → `oconnell`, `佐藤` → `sato`. */
export function mailName(name: string, { ascii }: Names): string {
  const text = ascii?.[name] ?? name;
  return text
    .toLowerCase()
    .replaceAll(/[æøåłđıþß]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
}

/** Letters that do not lose their marks by decomposition. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 'th',
  ß: 'ss',
};
