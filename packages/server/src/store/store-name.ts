/** A store's URL without user, password and parameters: for messages. */
export function storeName(store: string): string {
  if (!/^postgres(?:ql)?:/.test(store)) return store;
  try {
    const { protocol, host, pathname } = new URL(store);
    return `${protocol}//${host}${pathname}`;
  } catch {
    // Not a URL, so any part of it may be the password.
    return 'postgres://…';
  }
}
