/**
 * Returns the host of a header `host`, in lower case, without port and brackets: `[::1]:4010` →
 * `::1`.
 */
export function hostNameOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Returns whether a host name or address always means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Returns whether a host is an address, which DNS cannot redirect. */
export function isAddress(host: string): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || (host.includes(':') && /^[\d.:a-f]+$/i.test(host))
  );
}
