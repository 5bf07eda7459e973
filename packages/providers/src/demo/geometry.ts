import { featuresOf, hashOf, wordsOf, type Word } from './words.ts';

/** What makes two texts alike that share no words: `to` stands at this cosine to `from`. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  /** From -1 to 1. */
  readonly cosine: number;
}

/**
 * Vectors of texts that share words are near each other, those of others nearly at right angles. The
 * same text has the same vector, of length 1, in every release. A shorter vector is the beginning of a
 * longer one, brought to length 1. What it does not know is what words mean: `relations` tell that.
 */
export class DemoGeometry {
  readonly #model: string;
  readonly #dimensions: number;
  /** What stands for the words of a phrase, in the order of the relations. */
  readonly #phrases: { readonly words: readonly Word[]; readonly vector: Float64Array }[] = [];

  /** Of the vectors of a model: those of two models have nothing to do with each other. */
  constructor(model: string, dimensions: number, relations: readonly Relation[] = []) {
    this.#model = model;
    this.#dimensions = dimensions;
    for (const { from, to, cosine } of relations) {
      const words = wordsOf(to);
      if (words.length === 0) continue;
      const near = this.#sum(wordsOf(from));
      const own = this.#sum(words);
      this.#phrases.unshift({ words, vector: mixed(near, own, cosine) });
    }
  }

  /** Returns the vector of a text. */
  vector(text: string): Float32Array {
    const words = wordsOf(text);
    // Signs alone are one word.
    const sum = this.#sum(words.length > 0 ? words : [{ text, weight: 1 }]);
    if (lengthOf(sum) === 0) sum[0] = 1;
    return Float32Array.from(scaled(sum, 1));
  }

  #sum(words: readonly Word[]): Float64Array {
    const sum = new Float64Array(this.#dimensions);
    for (let at = 0; at < words.length;) {
      const phrase = this.#phrases.find((one) => isAt(words, at, one.words));
      const word = words[at];
      if (phrase === undefined) {
        if (word !== undefined) this.#add(sum, word);
        at++;
      } else {
        phrase.vector.forEach((value, place) => (sum[place] = (sum[place] ?? 0) + value));
        at += phrase.words.length;
      }
    }
    return sum;
  }

  /**
   * Adds the features of a word: each has a few signed places in every octave of the vector, of one
   * place, two, four and so on, as strong as the octave is long. So every beginning is a vector.
   */
  #add(sum: Float64Array, word: Word): void {
    for (const { text, weight } of featuresOf(word)) {
      const seed = hashOf(`${this.#model}\n${text}`);
      for (let size = 1; size <= this.#dimensions; size *= 2) {
        const places = Math.min(size, PLACES);
        const strength = weight * Math.sqrt(size / places);
        for (let number = 0; number < places; number++) {
          const hash = hashOf(`${size}.${number}`, seed);
          // Before this octave lie those of half its size and less: all but one of as many.
          const place = size - 1 + ((hash >>> 1) % size);
          const sign = (hash & 1) === 0 ? 1 : -1;
          if (place < this.#dimensions) sum[place] = (sum[place] ?? 0) + sign * strength;
        }
      }
    }
  }
}

/** In each octave; more of them cost more and tell texts apart better. */
const PLACES = 4;

/** Returns the cosine of two vectors of length 1. */
export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return dot(a, b);
}

function isAt(words: readonly Word[], at: number, phrase: readonly Word[]): boolean {
  return phrase.every(({ text }, offset) => words[at + offset]?.text === text);
}

/** Returns a vector as long as `own` that stands at this cosine to `near`. */
function mixed(near: Float64Array, own: Float64Array, cosine: number): Float64Array {
  const [to, length] = [scaled(near, 1), lengthOf(own)];
  const along = dot(own, to);
  const aside = scaled(
    own.map((value, place) => value - along * (to[place] ?? 0)),
    1,
  );
  const rest = Math.sqrt(1 - cosine ** 2);
  return to.map((value, place) => length * (cosine * value + rest * (aside[place] ?? 0)));
}

function scaled(vector: Float64Array, length: number): Float64Array {
  const factor = length / (lengthOf(vector) || 1);
  return vector.map((value) => value * factor);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
