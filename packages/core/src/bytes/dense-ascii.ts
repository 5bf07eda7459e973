/** The parts of `WebAssembly` that we use, which type libraries have only with the rest of a browser. */
interface WebAssemblyHere {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/** What the code below exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /**
   * Returns where the first `STEP` bytes begin that are not all dense ASCII, or `bytes`, which is a
   * multiple of `STEP` above 0.
   */
  readonly dense: (bytes: number) => number;
}

/** Returns how many of at most `PAGE` bytes are dense, from the first on. */
type Look = (few: Uint8Array) => number;

/** Bytes that are looked at in one turn of the loop. */
const STEP = 64;

/**
 * One page of memory, and a function over its beginning; what stands in the loop for the offset of 16
 * stands there again for 32 and 48. Bytes beyond ASCII are negative, and so less than any other.
 *
 * ```wat
 * (module
 *   (memory (export "memory") 1 1)
 *   (func (export "dense") (param $end i32) (result i32)
 *     (local $at i32) (local $v v128) (local $least v128) (local $found v128) (local $escape v128)
 *     (local.set $escape (i8x16.splat (i32.const 0x5c)))
 *     (block (loop
 *       (local.set $found (i8x16.eq
 *         (local.tee $least (v128.load (local.get $at))) (local.get $escape)))
 *       (local.set $least (i8x16.min_s
 *         (local.tee $v (v128.load offset=16 (local.get $at))) (local.get $least)))
 *       (local.set $found
 *         (v128.or (i8x16.eq (local.get $v) (local.get $escape)) (local.get $found)))
 *       (br_if 1 (v128.any_true (v128.or
 *         (i8x16.lt_s (local.get $least) (i8x16.splat (i32.const 0x23))) (local.get $found))))
 *       (br_if 0 (i32.lt_u
 *         (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end)))))
 *     (local.get $at)))
 * ```
 */
const CODE =
  'AGFzbQEAAAABBgFgAX8BfwMCAQAFBAEBAQEHEgIGbWVtb3J5AgAFZGVuc2UAAAqRAQGOAQIBfwR7QdwA/Q8hBQJAA0AgAf' +
  '0AAAAiAyAF/SMhBCAB/QAAECICIAP9diEDIAIgBf0jIAT9UCEEIAH9AAAgIgIgA/12IQMgAiAF/SMgBP1QIQQgAf0AADAi' +
  'AiAD/XYhAyACIAX9IyAE/VAhBCADQSP9D/0lIAT9UP1TDQEgAUHAAGoiASAASQ0ACwsgAQs=';

/** As much as the page holds. */
const PAGE = 64 * 1024;

/** Undefined before it is needed. */
let look: Look | undefined;

/**
 * Returns how many bytes from the first on are dense: ASCII above the quote, and not a backslash. Looks
 * at many at once where the platform has WebAssembly with vectors: half the time of decoding them as
 * base64, for which they have to be a string first, and no work for V8 afterwards.
 */
export function denseLength(bytes: Uint8Array): number {
  look ??= vectorLook() ?? lengthByHand;
  for (let at = 0; at < bytes.byteLength; at += PAGE) {
    const few = bytes.subarray(at, at + PAGE);
    const length = look(few);
    if (length < few.byteLength) return at + length;
  }
  return bytes.byteLength;
}

function lengthByHand(few: Uint8Array, from = 0): number {
  let length = from;
  while (length < few.byteLength && isDense(few[length] ?? 0)) length++;
  return length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isDense(byte: number): boolean {
  return byte > QUOTE && byte < 0x80 && byte !== BACKSLASH;
}

/** Undefined where the platform lacks WebAssembly or its vectors. */
function vectorLook(): Look | undefined {
  // Where there is one it has these classes.
  const { WebAssembly: here } = globalThis as { readonly WebAssembly?: WebAssemblyHere };
  if (here === undefined) return undefined;
  try {
    const code = Uint8Array.from(atob(CODE), (character) => character.charCodeAt(0));
    // What the code above exports.
    const { memory, dense } = new here.Instance(new here.Module(code)).exports as Exports;
    const page = new Uint8Array(memory.buffer);
    return (few) => {
      const end = Math.ceil(few.byteLength / STEP) * STEP;
      page.set(few);
      page.fill(0, few.byteLength, end);
      return lengthByHand(few, dense(end));
    };
  } catch {
    // A policy may forbid it, or there may be no address space left.
    return undefined;
  }
}
