import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { along, fill, type Mark } from '../src/scene/marks/marks.ts';
import { rectangle } from '../src/scene/marks/path.ts';
import { stagesOf } from '../src/stages.ts';

const SIZE = { width: 1024, height: 512 };
const GRADIENT: Mark = fill(
  rectangle(0, 0, SIZE.width, SIZE.height),
  along(
    [0, 0],
    [1024, 512],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  ),
);

/** About two milliseconds of drawing and compressing. */
const MOST_PIXELS_AT_ONCE = 65_536;

describe('stagesOf', () => {
  it('draws partial images, too, in bands with pauses between them', async () => {
    const { partials, image } = stagesOf(SIZE, 'full');
    assert.equal(partials.length, 3);
    for (const draw of [...partials, image]) {
      let pauses = 0;
      const picture = await draw({ ...SIZE, marks: [GRADIENT] }, async () => void pauses++);
      pauses = 0;
      const heights: number[] = [];
      for await (const { width, height, pixels } of picture.bands) {
        assert.equal(pauses, heights.length);
        assert.equal(width, SIZE.width);
        assert.equal(pixels.length, 4 * width * height);
        assert.ok(width * height <= MOST_PIXELS_AT_ONCE, `${height} rows in one band`);
        heights.push(height);
      }
      assert.equal(
        heights.reduce((sum, height) => sum + height),
        SIZE.height,
      );
    }
  });
});
