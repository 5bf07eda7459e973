import type { Member } from '@model-gateway/core';
import { MOCK_ACCOUNT } from '../../mock-account.ts';
import { chance, type Draws } from '../draws.ts';

/**
 * A fictional person, from 0, the oldest member first: the one that the keys belong to. Source of
 * the form: contract §8.9, §6.
 */
export function memberAt(index: number, draws: Draws): Member {
  const faker = draws('member', index);
  const first_name = faker.person.firstName();
  const last_name = faker.person.lastName();
  const id = `user_${faker.string.alphanumeric(26)}`;
  const isAdmin = index === 0 || chance(faker, 0.06);
  return {
    id: index === 0 ? MOCK_ACCOUNT.userId : id,
    email: `${mailName(first_name)}.${mailName(last_name)}@orrery.example`,
    first_name,
    last_name,
    role: isAdmin ? 'admin' : 'member',
  };
}

/** `O'Connell` → `oconnell` */
function mailName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
