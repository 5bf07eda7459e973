/** Whether a host name or address always means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return /^127(?:\.\d{1,3}){3}$/.test(name);
}
