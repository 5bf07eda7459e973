import {
  add,
  formatDecimal,
  multiply,
  parseDecimal,
  shareOf,
  subtract,
  ZERO,
  type Decimal,
} from '../../money/decimal.ts';
import type { ChargeItem } from '../../ports/generation-store.ts';

interface Line {
  readonly item: string;
  readonly count?: Decimal;
  readonly price?: Decimal;
  readonly usd: Decimal;
}

/** Adds up what is charged, line by line, exactly. Source: contract §15.1. */
export class ChargeSheet {
  readonly #lines: Line[] = [];
  #sum: Decimal = ZERO;

  /** USD. */
  get sum(): Decimal {
    return this.#sum;
  }

  /** USD, an exact decimal. */
  get usd(): string {
    return formatDecimal(this.#sum);
  }

  /** The lines that are not 0; they add up to `usd`. */
  get items(): readonly ChargeItem[] {
    return this.#lines.map(({ item, count, price, usd }) => ({
      item,
      count: count === undefined ? null : formatDecimal(count),
      price: price === undefined ? null : formatDecimal(price),
      usd: formatDecimal(usd),
    }));
  }

  /** Adds this many at a price in USD for each. */
  priced(item: string, count: Decimal, price: Decimal): void {
    this.#add({ item, count, price, usd: multiply(count, price) });
  }

  /** Adds an amount that is of no price. */
  amount(item: string, usd: Decimal): void {
    this.#add({ item, usd });
  }

  /** Takes off what of an amount is beyond a share of `part / whole`: what the client did not get. */
  share(amount: Decimal, part: number, whole: number): void {
    this.amount('undelivered', subtract(shareOf(amount, part, whole), amount));
  }

  /** Takes off what is beyond what was reserved, USD. */
  upTo(reserved: string): this {
    const over = subtract(parseDecimal(reserved) ?? ZERO, this.#sum);
    if (over.units < 0n) this.amount('above_reserved', over);
    return this;
  }

  #add(line: Line): void {
    if (line.usd.units === 0n) return;
    this.#lines.push(line);
    this.#sum = add(this.#sum, line.usd);
  }
}
