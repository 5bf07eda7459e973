import ipaddr from 'ipaddr.js';
import { parseAddress } from './parse-address.ts';

/** The kind of an address; only `public` ones may be called. */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'carrier-grade NAT'
  | 'cloud metadata'
  | 'multicast'
  | 'broadcast'
  | 'tunnel'
  | 'reserved'
  /** Not an IP address at all. */
  | 'invalid';

/**
 * Classifies an IP address. Every IPv6 address outside 2000::/3 is special, and one that embeds an
 * IPv4 address (mapped, NAT64) has the kind of that address. Tunnels that embed one (6to4, Teredo)
 * are all refused: no public service uses them. Source: contract §4.9; IANA's registries of
 * special-purpose addresses.
 */
export function judgeAddress(address: string): AddressKind {
  const parsed = parseAddress(address);
  if (parsed === undefined) return 'invalid';
  return parsed instanceof ipaddr.IPv4 ? judgeIPv4(parsed) : judgeIPv6(parsed);
}

type IPv4 = ipaddr.IPv4;
type IPv6 = ipaddr.IPv6;

/** Public according to the registries, but the address of the host agent on every Azure machine. */
const AZURE_HOST_AGENT = '168.63.129.16';

function judgeIPv4(address: IPv4): AddressKind {
  const range = address.range();
  if (range !== 'unicast') return KINDS[range] ?? 'reserved';
  return address.toString() === AZURE_HOST_AGENT ? 'cloud metadata' : 'public';
}

function judgeIPv6(address: IPv6): AddressKind {
  const carried = carriedIPv4(address);
  if (carried !== undefined) return judgeIPv4(carried);
  const range = address.range();
  if (range === 'unicast') return isGlobalUnicast(address) ? 'public' : 'reserved';
  return KINDS[range] ?? 'reserved';
}

/** Kinds by their names in ipaddr.js; all its others are `reserved`. */
const KINDS: Readonly<Partial<Record<string, AddressKind>>> = {
  unspecified: 'unspecified',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  '6to4': 'tunnel',
  teredo: 'tunnel',
};

/** RFC 4291 §2.4: addresses that IANA assigns begin with the bits 001. */
function isGlobalUnicast(address: IPv6): boolean {
  return ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

const MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Returns the IPv4 address that packets to this one reach. */
function carriedIPv4(address: IPv6): IPv4 | undefined {
  if (!address.match(MAPPED) && !address.match(NAT64)) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
