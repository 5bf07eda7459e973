import ipaddr from 'ipaddr.js';

/** From 0.0.0.0 to 255.255.255.255, without leading zeros, which some software reads as octal. */
const FOUR_NUMBERS = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/**
 * Reads an IPv4 address of four decimal numbers (not `127.1`) or an IPv6 address; undefined for any
 * other text, such as a name. Does not ask ipaddr.js about names, because it throws for each.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (FOUR_NUMBERS.test(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}
