import { shorten } from '@model-gateway/core/kit';

/** Longer names hide the message that they stand in. */
const LONGEST = 200;

/** Returns a store's location for messages: without user, password and parameters. */
export function storeName(store: string): string {
  if (isFile(store)) return shorten(store, LONGEST);
  const url = postgresUrl(store);
  if (url !== undefined) return shorten(`${url.protocol}//${url.host}${url.pathname}`, LONGEST);
  // Of anything else, any part may be the password.
  return POSTGRES.test(store) ? 'postgres://…' : '…';
}

/** Whether a store's location holds a password, or may hold one: it is not understood. */
export function hasPassword(store: string): boolean {
  if (isFile(store)) return false;
  const url = postgresUrl(store);
  // Drivers read both places.
  return url === undefined || url.password !== '' || url.searchParams.has('password');
}

const POSTGRES = /^postgres(?:ql)?:/;

function isFile(store: string): boolean {
  return store.startsWith('sqlite:');
}

function postgresUrl(store: string): URL | undefined {
  return POSTGRES.test(store) && URL.canParse(store) ? new URL(store) : undefined;
}
