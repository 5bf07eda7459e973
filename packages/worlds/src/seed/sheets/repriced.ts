import type { Family, House } from '../families/family.ts';
import type { PriceRow } from '../prices/price-row.ts';
import type { Sheet } from './sheet.ts';

/**
 * Which prices change together: all of a vendor that sells its models itself, or those of one model
 * where hosts set them. Each large vendor keeps its scale of round prices.
 */
const CHANGE: Readonly<Partial<Record<House, 'together' | 'each'>>> = {
  cloud: 'together',
  open: 'each',
  community: 'each',
};

const FACTORS = [0.5, 0.6, 0.75, 0.8, 0.9, 1.1, 1.2, 1.25, 1.5, 2];

/**
 * Returns the sheets of a vendor with the family's own prices: all prices of a sheet are multiplied
 * by one factor, which keeps their ratios. A factor that would need more digits than the sheet has
 * is not used; if every factor would, the prices stay as they are.
 *
 * @param share from 0 up to 1, the same for all sheets of a family
 */
export function repriced(
  group: readonly Sheet[],
  { house }: Family,
  share: number,
): readonly Sheet[] {
  const change = CHANGE[house];
  if (change === undefined) return group;
  return group.map((sheet) => {
    const changed = change === 'together' ? group : [sheet];
    const factors = FACTORS.filter((factor) => changed.every((each) => isAsShort(each, factor)));
    const factor = factors[Math.floor(share * factors.length)] ?? 1;
    return { ...sheet, price: times(sheet.price, factor) };
  });
}

function isAsShort({ price }: Sheet, factor: number): boolean {
  return longest(times(price, factor)) <= longest(price);
}

function times([prompt, completion, others = {}]: PriceRow, factor: number): PriceRow {
  const scaled = (price: number) => Number((price * factor).toPrecision(PRECISION));
  const { search, steps, ...prices } = others;
  return [
    scaled(prompt),
    scaled(completion),
    {
      ...Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, scaled(price)])),
      ...(search !== undefined && { search }),
      ...(steps !== undefined && {
        steps: steps.map(
          ([above, input, output]) => [above, scaled(input), scaled(output)] as const,
        ),
      }),
    },
  ];
}

/** Takes off what a product of decimals has too much in binary. */
const PRECISION = 10;

/** Digits of the longest price of a row, zeros at its ends left out. */
function longest([prompt, completion, { read, write } = {}]: PriceRow): number {
  const digits = (price = 0) =>
    String(price)
      .replace('.', '')
      .replace(/^0+|0+$/g, '').length;
  return Math.max(digits(prompt), digits(completion), digits(read), digits(write));
}
