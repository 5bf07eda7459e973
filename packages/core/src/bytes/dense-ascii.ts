/** The parts of `WebAssembly` that we use, which type libraries have only with the rest of a browser. */
interface WebAssemblyHere {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/** What the code below exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Returns 1 where all of the first bytes are dense ASCII; takes a multiple of `STEP` above 0. */
  readonly dense: (bytes: number) => number;
}

interface Loaded {
  readonly memory: Uint8Array;
  readonly dense: Exports['dense'];
}

/** Bytes that are looked at in one turn of the loop. */
const STEP = 64;

/**
 * One page of memory, and a function over its beginning; the first three statements of the loop stand
 * there four times, for offsets of 0, 16, 32 and 48. Bytes beyond ASCII are negative, and so less than
 * any other.
 *
 * ```wat
 * (module
 *   (memory (export "memory") 1 1)
 *   (func (export "dense") (param $end i32) (result i32)
 *     (local $at i32) (local $least v128) (local $found v128) (local $v v128) (local $escape v128)
 *     (local.set $escape (i8x16.splat (i32.const 0x5c)))
 *     (local.set $least (i8x16.splat (i32.const 0x7f)))
 *     (loop
 *       (local.set $v (v128.load offset=0 (local.get $at)))
 *       (local.set $least (i8x16.min_s (local.get $v) (local.get $least)))
 *       (local.set $found
 *         (v128.or (i8x16.eq (local.get $v) (local.get $escape)) (local.get $found)))
 *       (br_if 0 (i32.lt_u
 *         (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
 *     (i32.eqz (v128.any_true (v128.or
 *       (i8x16.lt_s (local.get $least) (i8x16.splat (i32.const 0x21))) (local.get $found))))))
 * ```
 */
const CODE =
  'AGFzbQEAAAABBgFgAX8BfwMCAQAFBAEBAQEHEgIGbWVtb3J5AgAFZGVuc2UAAAqeAQGbAQIBfwR7QdwA/Q8hBUH/AP' +
  '0PIQIDQCAB/QAAACIEIAL9diECIAQgBf0jIAP9UCEDIAH9AAAQIgQgAv12IQIgBCAF/SMgA/1QIQMgAf0AACAiBCAC' +
  '/XYhAiAEIAX9IyAD/VAhAyAB/QAAMCIEIAL9diECIAQgBf0jIAP9UCEDIAFBwABqIgEgAEkNAAsgAkEh/Q/9JSAD/V' +
  'D9U0UL';

/** As much as the page holds. */
export const MOST_DENSE_BYTES = 64 * 1024;

/** Undefined before it is needed, null where the platform lacks WebAssembly or its vectors. */
let loaded: Loaded | null | undefined;

/**
 * Returns whether all bytes are ASCII above the blank and none is a backslash, at most
 * `MOST_DENSE_BYTES` of them; undefined where the platform cannot look at many at once. Half the time
 * of decoding them as base64, for which they have to be a string first, and no work for V8 afterwards.
 */
export function isDenseAscii(bytes: Uint8Array): boolean | undefined {
  if (loaded === undefined) loaded = load();
  if (loaded === null) return undefined;
  const { byteLength } = bytes;
  if (byteLength === 0) return true;
  const { memory, dense } = loaded;
  memory.set(bytes);
  const end = Math.ceil(byteLength / STEP) * STEP;
  memory.fill(0x41, byteLength, end);
  return dense(end) === 1;
}

function load(): Loaded | null {
  // Where there is one it has these classes.
  const { WebAssembly: here } = globalThis as { readonly WebAssembly?: WebAssemblyHere };
  if (here === undefined) return null;
  try {
    const code = Uint8Array.from(atob(CODE), (character) => character.charCodeAt(0));
    // What the code above exports.
    const { memory, dense } = new here.Instance(new here.Module(code)).exports as Exports;
    return { memory: new Uint8Array(memory.buffer), dense };
  } catch {
    // A policy may forbid it, or there may be no address space left.
    return null;
  }
}
