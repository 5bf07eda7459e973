const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** What Mistral takes. */
export const NINE = /^[A-Za-z0-9]{9}$/;

/**
 * Ids of calls as a server takes them, the same for the same id: one that it would refuse becomes
 * nine letters and digits, which is what Mistral wants of all.
 */
export class NineIds {
  readonly #taken: RegExp;
  readonly #given = new Map<string, string>();
  readonly #used = new Set<string>();

  /** `taken` matches ids that may stay. */
  constructor(taken: RegExp) {
    this.#taken = taken;
  }

  of(id: string): string {
    const known = this.#given.get(id);
    if (known !== undefined) return known;
    let nine = this.#taken.test(id) ? id : hashed(id);
    for (let salt = 1; this.#used.has(nine); salt++) nine = hashed(`${id} ${salt}`);
    this.#given.set(id, nine);
    this.#used.add(nine);
    return nine;
  }
}

/** FNV-1a, twice: spread over the alphabet, nothing more. */
function hashed(text: string): string {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(at), 0x85ebca6b);
  }
  let rest = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  let nine = '';
  for (let count = 0; count < 9; count++) {
    nine += ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return nine;
}
