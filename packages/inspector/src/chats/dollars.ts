/** `$0.0042`: USD with as many places as say something. */
export function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(3))}`;
}
