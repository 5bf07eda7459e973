import type { Faker } from '@faker-js/faker';
import type { Member } from '@model-gateway/core';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import { chance, type Draws } from '../draws/draws.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { mailName } from './mail-name.ts';
import { PEOPLE, type Names } from './people.ts';

/**
 * Returns the first members of an organization, the oldest first: fictional people and, among each
 * sixty, a service account. The keys belong to the first. Names and mail addresses are given once
 * each. Source of the form: contract §8.9, §6.
 */
export function membersOf(count: number, draws: Draws): Member[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) =>
    memberAt(index, taken, draws('member', index)),
  );
}

/** Of sixty members, the one that is a service account. */
const EVERY = 60;
const SERVICE = 37;

function memberAt(index: number, taken: Set<string>, faker: Faker): Member {
  const isService = index % EVERY === SERVICE;
  const { first_name, last_name, address } = isService
    ? serviceAt(Math.floor(index / EVERY))
    : personOf(taken, faker);
  const id = `user_${faker.string.alphanumeric(26)}`;
  const isAdmin = index === 0 || (chance(faker, 0.06) && !isService);
  return {
    id: index === 0 ? MOCK_ACCOUNT.userId : id,
    email: `${firstFree(address, taken)}@quillfeather.example`,
    first_name,
    last_name,
    role: isAdmin ? 'admin' : 'member',
  };
}

interface Identity {
  readonly first_name: string;
  readonly last_name: string;
  /** Before the at sign. */
  readonly address: string;
}

const SERVICES = ['Deploy', 'Evaluation', 'Billing Export', 'Nightly Report'];

function serviceAt(ordinal: number): Identity {
  const name = SERVICES[ordinal % SERVICES.length] ?? 'Deploy';
  return {
    first_name: 'Service',
    last_name: name,
    address: `svc-${name.toLowerCase().replaceAll(' ', '-')}`,
  };
}

/** How often a name is drawn again where somebody has it, before two people share one. */
const TRIES = 12;

function personOf(taken: Set<string>, faker: Faker): Identity {
  let person = draw(faker);
  for (let tries = 0; tries < TRIES && taken.has(person.full); tries++) person = draw(faker);
  taken.add(person.full);
  const form = valueAt(ADDRESSES, faker.number.float());
  const [first, last] = [person.first_name, person.last_name].map((name) =>
    mailName(name, person.names),
  );
  return { ...person, address: form(first ?? '', last ?? '') };
}

function draw(faker: Faker): Omit<Identity, 'address'> & { full: string; names: Names } {
  const names = faker.helpers.arrayElement(PEOPLE);
  const first_name = faker.helpers.arrayElement(names.first);
  const last_name = faker.helpers.arrayElement(names.last);
  return { first_name, last_name, full: `${first_name} ${last_name}`, names };
}

/** Most addresses are a full name; some people got theirs before there was a rule. */
const ADDRESSES: readonly Weighted<(first: string, last: string) => string>[] = [
  [(first, last) => `${first}.${last}`, 44],
  [(first, last) => `${first.slice(0, 1)}${last}`, 3],
  [(first, last) => `${first.slice(0, 1)}.${last}`, 1],
  [(first) => first, 2],
];

/** Returns the address, with the first number behind it that makes it free, and takes it. */
function firstFree(address: string, taken: Set<string>): string {
  let free = address;
  for (let number = 2; taken.has(free); number++) free = `${address}${number}`;
  taken.add(free);
  return free;
}
