import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enlarge } from '../src/raster/enlarge.ts';
import { toRaster } from '../src/raster/picture.ts';
import { rasterise } from '../src/raster/rasterise.ts';
import type { Color } from '../src/scene/colors/color.ts';
import { along, clip, fill, solid, stroke, type Mark } from '../src/scene/marks/marks.ts';
import { circle, polygon, rectangle } from '../src/scene/marks/path.ts';

const WHITE: Color = [255, 255, 255];
const RED: Color = [255, 0, 0];
const BLUE: Color = [0, 0, 255];
const pause = async () => {};

async function drawn(marks: readonly Mark[], width = 20, height = 20, scale = 1) {
  const drawing = { marks, width, height };
  const size = { width: width * scale, height: height * scale };
  const { pixels } = await toRaster(rasterise(drawing, size, pause));
  return {
    pixels,
    at: (x: number, y: number) => [...pixels.subarray((y * size.width + x) * 4).subarray(0, 4)],
    /** Covered pixels, parts of pixels included. */
    area: pixels.reduce((sum, value, index) => sum + (index % 4 === 3 ? value / 255 : 0), 0),
  };
}

describe('rasterise', () => {
  it('covers pixels by the share that lies inside', async () => {
    const { at } = await drawn([fill(rectangle(2.5, 3, 10, 4.25), RED)]);
    assert.deepEqual(at(2, 4), [255, 0, 0, 128]);
    assert.deepEqual(at(3, 4), [255, 0, 0, 255]);
    assert.deepEqual(at(12, 4), [255, 0, 0, 128]);
    assert.deepEqual(at(5, 7), [255, 0, 0, 64]);
    assert.deepEqual(at(13, 4), [0, 0, 0, 0]);
  });

  it('covers the area of a circle', async () => {
    const { area } = await drawn([fill(circle(10, 10, 8), RED)]);
    assert.ok(Math.abs(area - Math.PI * 64) < 0.5, `${area}`);
  });

  it('covers the same area for an outline in either direction', async () => {
    const corners = [
      [3.2, 2],
      [17, 5.5],
      [6, 18.1],
    ] as const;
    const forth = await drawn([fill(polygon(corners), RED)]);
    const back = await drawn([fill(polygon(corners.toReversed()), RED)]);
    assert.equal(forth.area, back.area);
  });

  it('clips what lies beyond the edges of the picture', async () => {
    const { at, area } = await drawn([fill(circle(0, 10, 5), RED), fill(circle(300, 10, 5), RED)]);
    assert.deepEqual(at(0, 10), [255, 0, 0, 255]);
    assert.ok(Math.abs(area - (Math.PI * 25) / 2) < 0.3, `${area}`);
  });

  it('lets what is below shine through', async () => {
    const { at } = await drawn([
      fill(rectangle(0, 0, 20, 20), BLUE),
      fill(rectangle(0, 0, 20, 20), solid(RED, 0.5)),
    ]);
    assert.deepEqual(at(5, 5), [128, 0, 127, 255]);
  });

  it('mixes translucent colours on a transparent background by their alpha', async () => {
    const { at } = await drawn([
      fill(rectangle(0, 0, 20, 20), solid(BLUE, 0.5)),
      fill(rectangle(0, 0, 20, 20), solid(RED, 0.5)),
    ]);
    assert.deepEqual(at(5, 5), [170, 0, 85, 192]);
  });

  it('runs a gradient from its first to its last stop', async () => {
    const { at } = await drawn([
      fill(rectangle(0, 0, 20, 20), along([0, 0], [20, 0], [BLUE, RED])),
    ]);
    assert.deepEqual([at(0, 3), at(19, 3)], [at(0, 12), at(19, 12)]);
    assert.ok(at(0, 3)[2]! > 245 && at(19, 3)[0]! > 245);
    assert.ok(Math.abs(at(10, 3)[0]! - 134) < 3, at(10, 3).join());
  });

  it('gives lines round ends and their width', async () => {
    const line = [
      ['M', 5, 10],
      ['L', 15, 10],
    ] as const;
    const { area, at } = await drawn([stroke(line, WHITE, 4)]);
    assert.ok(Math.abs(area - (40 + Math.PI * 4)) < 1, `${area}`);
    assert.equal(at(3, 8)[3]! < 128, true);
  });

  it('shows what is clipped only inside the clip, without the colours below at its edge', async () => {
    const { at, area } = await drawn([
      clip(circle(10, 10, 6), [
        fill(rectangle(0, 0, 20, 20), BLUE),
        fill(rectangle(0, 0, 20, 20), RED),
      ]),
    ]);
    assert.ok(Math.abs(area - Math.PI * 36) < 0.5, `${area}`);
    for (let x = 0; x < 20; x++) assert.equal(at(x, 5)[2], 0);
  });

  it('leaves out lines beyond the edges of the picture, whatever follows', async () => {
    const beyond = [-300, 300].flatMap((at): Mark[] => [
      stroke(
        [
          ['M', at, 10],
          ['L', at + 5, 12],
        ],
        RED,
        3,
      ),
      stroke(
        [
          ['M', 10, at],
          ['L', 12, at + 5],
        ],
        RED,
        3,
      ),
    ]);
    const line = stroke(
      [
        ['M', 5, 10],
        ['L', 15, 10],
      ],
      WHITE,
      4,
    );
    const { pixels } = await drawn([...beyond, line]);
    assert.deepEqual(pixels, (await drawn([line])).pixels);
  });

  it('mixes each pixel as it would mix one alone', async () => {
    const translucent = [
      fill(circle(10, 10, 9), solid(BLUE, 0.4)),
      fill(circle(12, 8, 9), solid(RED, 0.7)),
    ];
    for (const below of [
      [],
      [fill(rectangle(0, 0, 20, 20), along([0, 0], [20, 7], [WHITE, BLUE]))],
    ]) {
      const { pixels } = await drawn([...below, ...translucent]);
      for (let y = 0; y < 20; y++) {
        for (let x = 0; x < 20; x++) {
          const window = rectangle(x, y, 1, 1);
          const alone = await drawn([...below, ...translucent].map((mark) => clip(window, [mark])));
          assert.deepEqual(alone.at(x, y), [...pixels.subarray((y * 20 + x) * 4).subarray(0, 4)]);
        }
      }
    }
  });

  it('draws the same at any scale', async () => {
    const marks = [fill(circle(10, 10, 6), RED)];
    const { area } = await drawn(marks, 20, 20, 4);
    assert.ok(Math.abs(area / 16 - Math.PI * 36) < 0.1, `${area}`);
  });

  it('shows no seam between the bands in which it works', async () => {
    let pauses = 0;
    const drawing = { marks: [fill(circle(300, 300, 290), RED)], width: 600, height: 600 };
    const { pixels } = await toRaster(rasterise(drawing, drawing, async () => void pauses++));
    assert.ok(pauses > 1);
    const rows = Array.from({ length: 600 }, (_, y) => pixels.slice(y * 2400, (y + 1) * 2400));
    for (const [y, row] of rows.entries()) assert.deepEqual(row, rows[599 - y], `row ${y}`);
  });

  it('stops with what a pause throws', async () => {
    // More than one band.
    const drawing = { marks: [], width: 1000, height: 1000 };
    const stop = async () => {
      throw new Error('stop');
    };
    await assert.rejects(toRaster(rasterise(drawing, drawing, stop)), /^Error: stop$/);
  });
});

describe('enlarge', () => {
  it('keeps one colour one colour', async () => {
    const small = { width: 3, height: 2, pixels: new Uint8Array(24).fill(255) };
    const { pixels } = await toRaster(enlarge(small, { width: 31, height: 17 }, pause));
    assert.equal(pixels.length, 31 * 17 * 4);
    assert.ok(pixels.every((value) => value === 255));
  });

  it('lets no colour of what is transparent bleed in', async () => {
    const small = { width: 2, height: 1, pixels: Uint8Array.of(200, 100, 50, 255, 0, 0, 0, 0) };
    const { pixels } = await toRaster(enlarge(small, { width: 8, height: 1 }, pause));
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] === 0) continue;
      // The fainter a pixel, the fewer steps its colour has.
      const step = 255 / pixels[at + 3]!;
      for (const [channel, value] of [200, 100, 50].entries()) {
        assert.ok(Math.abs(pixels[at + channel]! - value) <= step);
      }
    }
  });
});
