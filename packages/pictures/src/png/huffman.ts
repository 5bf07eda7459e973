/** A prefix code: for each symbol its bits, the first of them lowest, and their number; 0 for none. */
export interface PrefixCode {
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

/**
 * Creates the shortest prefix code for symbols that occur this often, or nearly the shortest where
 * that would take a symbol more than `longest` bits. Codes are numbered as RFC 1951 §3.2.2 asks for,
 * and equal frequencies give equal codes everywhere.
 */
export function prefixCode(frequencies: Uint32Array, longest: number): PrefixCode {
  let scaled = frequencies;
  let lengths = depthsOf(scaled);
  while (lengths.some((length) => length > longest)) {
    // Rare symbols become less rare, until the tree is flat enough.
    scaled = scaled.map((frequency) => (frequency === 0 ? 0 : (frequency >> 1) | 1));
    lengths = depthsOf(scaled);
  }
  return { codes: numbered(lengths), lengths };
}

/** Returns the depth of each symbol in a Huffman tree, by the method of two queues. */
function depthsOf(frequencies: Uint32Array): Uint8Array {
  const frequencyOf = (symbol: number) => frequencies[symbol] ?? 0;
  const symbols = Array.from(frequencies.keys())
    .filter((symbol) => frequencyOf(symbol) > 0)
    .sort((one, other) => frequencyOf(one) - frequencyOf(other));
  const depths = new Uint8Array(frequencies.length);
  if (symbols.length === 1) depths[symbols[0] ?? 0] = 1;
  if (symbols.length < 2) return depths;

  // Leaves first, then the nodes over them; each queue is in order of weight.
  const weights = symbols.map(frequencyOf);
  const weightOf = (node: number) => weights[node] ?? Infinity;
  const parents: number[] = [];
  let [leaf, inner] = [0, symbols.length];
  const lightest = () =>
    leaf < symbols.length && weightOf(leaf) <= weightOf(inner) ? leaf++ : inner++;
  while (weights.length < 2 * symbols.length - 1) {
    const [one, other] = [lightest(), lightest()];
    parents[one] = weights.length;
    parents[other] = weights.length;
    weights.push(weightOf(one) + weightOf(other));
  }
  const below = new Uint8Array(weights.length);
  for (let node = weights.length - 2; node >= 0; node--) {
    below[node] = (below[parents[node] ?? 0] ?? 0) + 1;
  }
  for (const [index, symbol] of symbols.entries()) depths[symbol] = below[index] ?? 0;
  return depths;
}

/** Gives codes to lengths: shorter ones first, equal ones in order of their symbols. */
function numbered(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reversed(code++, length);
    }
    code <<= 1;
  }
  return codes;
}

/** Codes are written from their highest bit, everything else from its lowest. */
function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((code >> bit) & 1) << (bits - 1 - bit);
  return result;
}
