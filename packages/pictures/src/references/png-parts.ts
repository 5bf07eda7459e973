/** A chunk of a PNG file. */
export interface PngPart {
  readonly type: string;
  readonly content: Uint8Array;
}

/** The members of the chunks IHDR, PLTE and tRNS that reading pixels takes. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly colorType: number;
  /** Bits per channel: 1, 2, 4 or 8. */
  readonly bitDepth: number;
  readonly channels: number;
  readonly palette: Uint8Array;
  readonly alphas: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Channels of each colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Splits a PNG file into its chunks; a cut file gives those before the cut, another file none. */
export function pngParts(bytes: Uint8Array): readonly PngPart[] {
  if (!SIGNATURE.every((byte, place) => bytes[place] === byte)) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: PngPart[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const start = at + 8;
    if (start + length + 4 > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, start));
    parts.push({ type, content: bytes.subarray(start, start + length) });
    at = start + length + 4;
  }
  return parts;
}

/** Returns undefined for a header that is missing, or of a kind that is not read here. */
export function pngHeader(parts: readonly PngPart[]): PngHeader | undefined {
  const contentOf = (type: string) => parts.find((part) => part.type === type)?.content;
  const header = contentOf('IHDR');
  if (header === undefined || header.length < 13) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [bitDepth, colorType, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colorType ?? -1];
  if (bitDepth === undefined || bitDepth > 8 || interlace !== 0 || channels === undefined)
    return undefined;
  if (width === 0 || height === 0) return undefined;
  const [palette = NOTHING, alphas = NOTHING] = [contentOf('PLTE'), contentOf('tRNS')];
  return { width, height, colorType: colorType ?? 0, bitDepth, channels, palette, alphas };
}

const NOTHING = new Uint8Array();
