import { didYouMean } from '../input/did-you-mean.ts';
import { quote } from '../input/quote.ts';
import { DIALECTS } from './dialect.ts';

/** Throws a `TypeError` for a dialect that does not exist. */
export function checkDialect(caller: string, dialect: unknown): void {
  if (dialect === undefined) return;
  const known = Object.keys(DIALECTS);
  if (typeof dialect === 'string' && known.includes(dialect)) return;
  const hint = typeof dialect === 'string' ? didYouMean(dialect, known) : '';
  throw new TypeError(
    `${caller} knows the dialects ${known.join(' and ')}, got ${quote(dialect)}${hint}`,
  );
}
