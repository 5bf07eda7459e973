/** Returns the number of significant digits of a decimal: `0.00000125` has three. */
export function significantDigits(decimal: string): number {
  return decimal.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
}
