import type { Band } from './fill-coverage.ts';
import type { Segments } from './flatten.ts';

/**
 * Writes to `coverage`, one number of 0 to 255 per pixel of the band, how much of each pixel a line
 * with round ends and joints covers. Where lines cross the higher value counts, so joints do not
 * show. Lines thinner than a pixel get paler instead.
 */
export function coverStroke(
  { lines }: Segments,
  lineWidth: number,
  band: Band,
  coverage: Uint8Array,
): void {
  const radius = Math.max(lineWidth, 1) / 2;
  const most = 255 * Math.min(1, lineWidth);
  for (let index = 0; index < lines.length; index += 4) {
    coverLine(
      lines[index] ?? 0,
      lines[index + 1] ?? 0,
      lines[index + 2] ?? 0,
      lines[index + 3] ?? 0,
      radius,
      most,
      band,
      coverage,
    );
  }
}

function coverLine(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  most: number,
  { width, top, bottom }: Band,
  coverage: Uint8Array,
): void {
  const reach = radius + 0.5;
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
  const right = Math.min(width, Math.ceil(Math.max(x0, x1) + reach));
  const first = Math.max(top, Math.floor(Math.min(y0, y1) - reach));
  const last = Math.min(bottom, Math.ceil(Math.max(y0, y1) + reach));
  const [dx, dy] = [x1 - x0, y1 - y0];
  const lengthSquared = dx * dx + dy * dy;
  for (let y = first; y < last; y++) {
    const py = y + 0.5 - y0;
    for (let x = left; x < right; x++) {
      const px = x + 0.5 - x0;
      const along = lengthSquared === 0 ? 0 : (px * dx + py * dy) / lengthSquared;
      const nearest = along < 0 ? 0 : along > 1 ? 1 : along;
      const [offX, offY] = [px - nearest * dx, py - nearest * dy];
      const distanceSquared = offX * offX + offY * offY;
      if (distanceSquared >= reach * reach) continue;
      const inside = reach - Math.sqrt(distanceSquared);
      const value = (inside >= 1 ? 1 : inside) * most;
      const pixel = (y - top) * width + x;
      if (value > (coverage[pixel] ?? 0)) coverage[pixel] = value;
    }
  }
}
