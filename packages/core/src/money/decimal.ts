/**
 * An exact decimal number: `units × 10^-scale`. Prices and credits are never binary fractions, with
 * which one price in five would be wrong after scaling to a million tokens.
 */
export interface Decimal {
  readonly units: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** What was read lately: a request reads its prices, its reservation and its charge many times. */
const recent = new Map<string, Decimal>();
const MOST_RECENT = 500;
const LONGEST_RECENT = 32;

/** Reads `"0.000003"`, `"-1"` or `"3e-6"`; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const decimal = read(text);
  if (decimal === undefined || text.length > LONGEST_RECENT) return decimal;
  if (recent.size === MOST_RECENT) recent.clear();
  recent.set(text, decimal);
  return decimal;
}

function read(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent] = match;
  const written = { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
  return exponent === undefined ? written : shift(written, Number(exponent));
}

/**
 * Returns the shortest decimal that parses to this number: 0.1 is one tenth. The number must be
 * finite.
 */
export function fromNumber(value: number): Decimal {
  // Counts are most of what becomes a decimal, and need no text between.
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 };
  const decimal = parseDecimal(String(value));
  if (decimal === undefined) throw new RangeError(`expected a finite number, got ${value}`);
  return decimal;
}

/** Formats as plain digits, without trailing zeros: `"0.000003"`. */
export function formatDecimal({ units, scale }: Decimal): string {
  // Counts, and sums that are whole, are many.
  if (scale === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO_DIGIT) end--;
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

const ZERO_DIGIT = 0x30;

/** Returns the nearest double. Keeps order: a ≤ b exactly implies toNumber(a) ≤ toNumber(b). */
export function toNumber({ units, scale }: Decimal): number {
  return Number(`${units}e-${scale}`);
}

/** Returns the number nearest to the amount of a text, for JSON; 0 for a text that is no decimal. */
export function amountToNumber(text: string): number {
  return toNumber(parseDecimal(text) ?? ZERO);
}

/** Returns the exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: atScale(a, scale) + atScale(b, scale), scale };
}

/** Returns the exact difference. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** `value × 10^places`. */
export function shift({ units, scale }: Decimal, places: number): Decimal {
  const next = scale - places;
  return next >= 0 ? { units, scale: next } : { units: units * 10n ** BigInt(-next), scale: 0 };
}

/** Returns `part / whole` of a value of 0 or more: exact to 18 digits, then rounded down. */
export function shareOf(value: Decimal, part: number, whole: number): Decimal {
  if (part === whole) return value;
  const scale = Math.max(value.scale, SHARE_SCALE);
  return { units: (atScale(value, scale) * BigInt(part)) / BigInt(whole), scale };
}

const SHARE_SCALE = 18;

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function atScale({ units, scale }: Decimal, wanted: number): bigint {
  // Most sums begin with nothing, and a power of ten takes five times as long as the rest.
  if (wanted === scale || units === 0n) return units;
  return units * 10n ** BigInt(wanted - scale);
}
