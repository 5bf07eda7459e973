import type { Mark } from '../scene/marks/marks.ts';
import type { Pause } from '../pause.ts';
import type { Size } from '../size-of.ts';
import { accumulate, createDeltas, type Band, type Deltas } from './fill-coverage.ts';
import { flatten, type Segments } from './flatten.ts';
import { paintCoverage, paintFill, type Surface } from './paint.ts';
import { createPainter, type Painter } from './painter.ts';
import { rowsPerBand, type Picture, type Raster } from './picture.ts';
import { coverStroke } from './stroke-coverage.ts';

/** Marks in the coordinates of a picture of this size, the lowest first. */
export interface Drawing extends Size {
  readonly marks: readonly Mark[];
}

/**
 * Draws with smooth edges at any size, on a transparent background. Works in bands and awaits
 * `pause` between them, so that the event loop stays responsive; reading the picture rejects with
 * what `pause` throws.
 */
export function rasterise(drawing: Drawing, size: Size, pause: Pause): Picture {
  const { width, height } = size;
  return { width, height, bands: bandsOf(drawing, size, pause) };
}

async function* bandsOf(
  drawing: Drawing,
  { width, height }: Size,
  pause: Pause,
): AsyncGenerator<Raster> {
  const layers = drawing.marks.map((mark) =>
    prepare(mark, width / drawing.width, height / drawing.height),
  );
  const rows = rowsPerBand({ width, height });
  const pixels = new Int32Array(rows * width);
  const row = new Int32Array(width);
  const scratch = createScratch(width, rows);
  for (let top = 0; top < height; top += rows) {
    const band = { width, top, bottom: Math.min(height, top + rows) };
    const surface: Surface = { pixels, width, top, row };
    for (const layer of layers) paintLayer(layer, band, scratch, surface);
    const drawn = band.bottom - top;
    yield { width, height: drawn, pixels: new Uint8Array(pixels.buffer, 0, 4 * drawn * width) };
    pixels.fill(0);
    if (band.bottom < height) await pause();
  }
}

/** A mark in pixels. */
type Layer =
  | { readonly kind: 'fill'; readonly outline: Segments; readonly painter: Painter }
  | {
      readonly kind: 'stroke';
      readonly line: Segments;
      readonly width: number;
      readonly painter: Painter;
    }
  | { readonly kind: 'clip'; readonly outline: Segments; readonly layers: readonly Layer[] };

function prepare(mark: Mark, scaleX: number, scaleY: number): Layer {
  switch (mark.kind) {
    case 'fill':
      return {
        kind: 'fill',
        outline: flatten(mark.path, scaleX, scaleY, true),
        painter: createPainter(mark.paint, scaleX, scaleY),
      };
    case 'stroke': {
      const { color, opacity } = mark;
      return {
        kind: 'stroke',
        line: flatten(mark.path, scaleX, scaleY, false),
        width: mark.width * Math.min(scaleX, scaleY),
        painter: createPainter({ kind: 'solid', color, opacity }, scaleX, scaleY),
      };
    }
    case 'clip':
      return {
        kind: 'clip',
        outline: flatten(mark.path, scaleX, scaleY, true),
        layers: mark.marks.map((inner) => prepare(inner, scaleX, scaleY)),
      };
  }
}

/** Buffers for one band, reused for each and all zero between uses. */
interface Scratch {
  readonly deltas: Deltas;
  readonly coverage: Uint8Array;
  /** For clips; those in use are taken out. */
  readonly surfaces: Int32Array[];
}

function createScratch(width: number, rows: number): Scratch {
  return {
    deltas: createDeltas(width, rows),
    coverage: new Uint8Array(rows * width),
    surfaces: [],
  };
}

function paintLayer(layer: Layer, band: Band, scratch: Scratch, surface: Surface): void {
  if (layer.kind === 'stroke') {
    const reach = layer.width / 2 + 1;
    const part = rowsOf(layer.line, band, reach);
    const left = Math.max(0, Math.floor(layer.line.left - reach));
    const right = Math.min(band.width, Math.ceil(layer.line.right + reach));
    if (part === undefined || left >= right) return;
    coverStroke(layer.line, layer.width, part, scratch.coverage);
    paintCoverage(surface, layer.painter, { ...part, left, right }, scratch.coverage);
    return;
  }
  const part = rowsOf(layer.outline, band, 0);
  if (part === undefined) return;
  if (layer.kind === 'clip') {
    paintClip(layer, part, scratch, surface);
    return;
  }
  accumulate(layer.outline, part, scratch.deltas);
  paintFill(surface, layer.painter, part, scratch.deltas);
}

/**
 * Paints layers on a surface of their own, and fills the outline with that: if each layer were
 * clipped separately, all of them would shimmer through at the edge.
 */
function paintClip(
  { outline, layers }: Extract<Layer, { kind: 'clip' }>,
  part: Band,
  scratch: Scratch,
  surface: Surface,
): void {
  const { width, top, bottom } = part;
  const pixels = scratch.surfaces.pop() ?? new Int32Array(scratch.coverage.length);
  const apart: Surface = { pixels, width, top, row: surface.row };
  for (const layer of layers) paintLayer(layer, part, scratch, apart);
  const painter: Painter = {
    kind: 'varied',
    opaque: false,
    write(y, from, to, target, start) {
      const row = (y - top) * width;
      target.set(pixels.subarray(row + from, row + to), start);
    },
  };
  accumulate(outline, part, scratch.deltas);
  paintFill(surface, painter, part, scratch.deltas);
  pixels.fill(0, 0, width * (bottom - top));
  scratch.surfaces.push(pixels);
}

/** Returns the rows of the band that a shape, with a margin of `around` pixels, can touch, if any. */
function rowsOf(shape: Segments, band: Band, around: number): Band | undefined {
  const top = Math.max(band.top, Math.floor(shape.top - around));
  const bottom = Math.min(band.bottom, Math.ceil(shape.bottom + around));
  return top < bottom ? { width: band.width, top, bottom } : undefined;
}
