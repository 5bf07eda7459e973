import ipaddr from 'ipaddr.js';

/**
 * Tells whether a text is an IPv4 address of four decimal numbers (not `127.1`) or an IPv6 address.
 */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
