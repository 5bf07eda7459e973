/**
 * Names that only ever mean this machine or its own network, so they are refused before anybody is
 * asked for their address: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and what routers and
 * cloud providers use. Each stands for itself and for everything below it.
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

/** Why a host name is refused whatever its addresses are; undefined when they decide. */
export function whyNameIsRefused(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.split('.').includes('')) return 'it has an empty part';
  if (PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))) {
    return 'it names this machine or its own network';
  }
  return name.includes('.') ? undefined : 'a name without a dot belongs to a private network';
}
