/** Returns an amount with at least two digits after the point, and all significant ones. */
export function inCents(usd: string): string {
  const [units = '0', fraction = ''] = usd.split('.');
  return `${units}.${fraction.padEnd(2, '0')}`;
}
