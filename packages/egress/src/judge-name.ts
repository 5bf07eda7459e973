/**
 * Names that always refer to this machine or its own network, so they are refused without a lookup:
 * RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and names that routers and cloud providers use.
 * Each includes its subdomains.
 */
const PRIVATE_NAMES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  'home',
  'lan',
  'intranet',
  'corp',
  'private',
];

/** Returns why a host name is refused regardless of its addresses; undefined if they decide. */
export function whyNameIsRefused(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.split('.').includes('')) return 'it has an empty part';
  if (PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))) {
    return 'it names this machine or its own network';
  }
  return name.includes('.') ? undefined : 'a name without a dot belongs to a private network';
}
