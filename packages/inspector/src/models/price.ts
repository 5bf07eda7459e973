/** A price of the catalog: a decimal in USD per piece, or per token. */
type Price = string | undefined;

/** What is paid for by the piece, by kind of price; everything else is paid for by the token. */
const PIECES: Readonly<Record<string, string>> = {
  request: 'request',
  image: 'image',
  image_output: 'image',
  web_search: 'search',
};

/** `$0.04 / image`, `$3.00 / M tokens`; `–` for what is not charged, `not fixed` for -1. */
export function priceText(kind: string, price: Price): string {
  const piece = PIECES[kind];
  const amount = piece === undefined ? perMillion(price) : dollars(Number(price ?? 0));
  return amount.startsWith('$') ? `${amount} / ${piece ?? TOKENS}` : amount;
}

/** `$3.00 in, $15.00 out / M tokens` */
export function tokenPrices(prompt: Price, completion: Price): string {
  const [input, output] = [perMillion(prompt), perMillion(completion)];
  if (input === output && !input.startsWith('$')) return input;
  return `${input} in, ${output} out / ${TOKENS}`;
}

const TOKENS = 'M tokens';

function perMillion(price: Price): string {
  return dollars(Number(price ?? 0) * 1_000_000);
}

function dollars(amount: number): string {
  if (amount === 0) return '–';
  return amount < 0 ? 'not fixed' : `$${DECIMALS.format(amount)}`;
}

const DECIMALS = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
