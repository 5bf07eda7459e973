import type { Member } from '@model-gateway/core';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import { chance, type Draws } from '../draws.ts';
import { PEOPLE, type Names } from './people.ts';

/**
 * Returns a fictional person, from 0, the oldest member first: the one that the keys belong to.
 * Source of the form: contract §8.9, §6.
 */
export function memberAt(index: number, draws: Draws): Member {
  const faker = draws('member', index);
  const names = faker.helpers.arrayElement(PEOPLE);
  const first_name = faker.helpers.arrayElement(names.first);
  const last_name = faker.helpers.arrayElement(names.last);
  const id = `user_${faker.string.alphanumeric(26)}`;
  const isAdmin = index === 0 || chance(faker, 0.06);
  return {
    id: index === 0 ? MOCK_ACCOUNT.userId : id,
    email: `${mailName(first_name, names)}.${mailName(last_name, names)}@quillfeather.example`,
    first_name,
    last_name,
    role: isAdmin ? 'admin' : 'member',
  };
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

/** `O'Connell` → `oconnell`, `Łukasz` → `lukasz`, `佐藤` → `sato` */
function mailName(name: string, { ascii }: Names): string {
  const text = ascii?.[name] ?? name;
  return text
    .toLowerCase()
    .replaceAll(/[æøåłđıþß]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
}
