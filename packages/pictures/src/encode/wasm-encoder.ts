import type { Raster } from '../raster/picture.ts';

/** Formats that are encoded by WebAssembly where the package sharp is not installed. */
export type WasmFormat = 'jpeg' | 'webp';

export type WasmEncode = (raster: Raster, quality: number) => Promise<Uint8Array>;

interface Codec {
  init(overrides?: object): Promise<unknown>;
  default(image: ImageData, options: object): Promise<ArrayBuffer>;
}

/** The codecs of Squoosh; faster settings than theirs, since they hold up the event loop. */
const CODECS = {
  jpeg: {
    load: (): Promise<Codec> => import('@jsquash/jpeg/encode.js'),
    wasm: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
    options: { progressive: false, baseline: true, optimize_coding: false, quant_table: 0 },
  },
  webp: {
    load: (): Promise<Codec> => import('@jsquash/webp/encode.js'),
    wasm: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
    options: { method: 0 },
  },
} as const;

/** Loads an encoder with its WebAssembly, which Node.js has in a file and a browser fetches. */
export async function loadWasmEncoder(format: WasmFormat): Promise<WasmEncode> {
  const { load, wasm, options } = CODECS[format];
  const codec = await load();
  const wasmBinary = await fileOf(wasm);
  await codec.init(wasmBinary && { wasmBinary, locateFile: (name: string) => name });
  return async ({ width, height, pixels }, quality) => {
    const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    // Of an ImageData, which Node.js lacks, the codecs read these members.
    const image = { data, width, height } as ImageData;
    return new Uint8Array(await codec.default(image, { ...options, quality }));
  };
}

/**
 * Reads a file that this package depends on, also where a bundler has put this code elsewhere;
 * undefined in a browser.
 */
async function fileOf(specifier: string): Promise<Uint8Array | undefined> {
  const { process } = globalThis;
  if (process?.getBuiltinModule === undefined) return undefined;
  const { createRequire } = process.getBuiltinModule('node:module');
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const own = createRequire(import.meta.url).resolve('@model-gateway/pictures/package.json');
  return readFile(createRequire(own).resolve(specifier));
}
