/** An exact fraction over a power of ten, independent of src/money: plain BigInt arithmetic. */
export interface Rational {
  readonly numerator: bigint;
  /** A power of ten. */
  readonly denominator: bigint;
}

/** Reads `-12.5` or `3e-6`; undefined for text that is not a decimal number. */
export function rational(text: string): Rational | undefined {
  if (!/^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$/.test(text)) return undefined;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const numerator = BigInt(whole + fraction);
  const power = Number(exponent) - fraction.length;
  return power >= 0
    ? { numerator: numerator * tenTo(power), denominator: 1n }
    : { numerator, denominator: tenTo(-power) };
}

/** The number as people write it: 0.1 is one tenth. */
export function rationalOf(value: number): Rational {
  const read = rational(String(value));
  if (read === undefined) throw new RangeError(`${value} is not finite`);
  return read;
}

export function plus(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function minus(a: Rational, b: Rational): Rational {
  return plus(a, { ...b, numerator: -b.numerator });
}

export function times(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** -1, 0 or 1. */
export function order(a: Rational, b: Rational): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Plain digits without needless zeros: `0.000003`, `-1`, `0`. */
export function textOf({ numerator, denominator }: Rational): string {
  const sign = numerator < 0n ? '-' : '';
  const size = numerator < 0n ? -numerator : numerator;
  const whole = size / denominator;
  const rest = size % denominator;
  if (rest === 0n) return `${sign}${whole}`;
  const places = denominator.toString().length - 1;
  return `${sign}${whole}.${rest.toString().padStart(places, '0').replace(/0+$/, '')}`;
}

function tenTo(power: number): bigint {
  return BigInt(`1${'0'.repeat(power)}`);
}
