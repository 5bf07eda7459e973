/** The value of an `authorization` header, in UTF-8. Source: RFC 7617. */
export function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

export function bearer(token: string): string {
  return `Bearer ${token}`;
}
