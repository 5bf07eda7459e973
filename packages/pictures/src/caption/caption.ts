import type { Color } from '../scene/colors/color.ts';
import { fill, solid, stroke, type Mark } from '../scene/marks/marks.ts';
import { roundedRectangle } from '../scene/marks/path.ts';
import type { Size } from '../size-of.ts';
import type { RequestLines } from './request-lines.ts';
import { penWidth, textPath, textWidth } from './text.ts';
import { wrap } from './wrap.ts';

const PANEL: Color = [14, 16, 24];
const TEXT: Color = [255, 255, 255];

/** Capitals lower than this, in pixels, are not legible. */
const SMALLEST = 6;

/**
 * The request on a dark panel at the bottom of a picture: the prompt, and below it the entries.
 * It never covers the whole picture: text that does not fit is cut with `…` or left out, and a
 * picture too small for any text has no panel.
 */
export function caption({ prompt, entries }: RequestLines, size: Size): readonly Mark[] {
  const large = Math.max(SMALLEST, Math.sqrt(size.width * size.height) / 46);
  const small = Math.max(SMALLEST, 0.76 * large);
  const margin = Math.min(0.9 * large, size.width / 32);
  const padding = Math.min(large, size.width / 20);
  const inner = size.width - 2 * (margin + padding);
  const room = size.height * shareFor(size) - margin - 2 * padding + LEADING * small;

  const promptLine = large * (1 + LEADING);
  const entryLine = small * (1 + LEADING);
  const entryRoom = Math.floor((room - promptLine) / entryLine);
  const entryLines = joinEntries(entries, inner, Math.max(1, Math.min(entryRoom, 7)), small);
  const promptRoom = Math.floor((room - entryLines.length * entryLine) / promptLine);
  const promptLines = wrap(prompt, inner, Math.min(promptRoom, 4), (text) =>
    textWidth(text, large),
  );
  const textHeight =
    promptLines.length * promptLine + entryLines.length * entryLine - LEADING * small;
  if (entryLines.length === 0 || textHeight + 2 * padding + margin > size.height) return [];

  const height = textHeight + 2 * padding;
  const top = size.height - margin - height;
  const widest = Math.max(
    ...promptLines.map((line) => textWidth(line, large)),
    ...entryLines.map((line) => textWidth(line, small)),
  );
  const width = 2 * padding + (size.width > 2.5 * size.height ? widest : inner);
  const x = margin + padding;
  const firstEntry = top + padding + promptLines.length * promptLine;
  return [
    fill(roundedRectangle(margin, top, width, height, 0.7 * large), solid(PANEL, 0.72)),
    ...promptLines.map((line, row) =>
      stroke(textPath(line, [x, top + padding + row * promptLine], large), TEXT, penWidth(large)),
    ),
    ...entryLines.map((line, row) =>
      stroke(textPath(line, [x, firstEntry + row * entryLine], small), TEXT, penWidth(small), 0.86),
    ),
  ];
}

/** Between lines, as a share of a capital's height. */
const LEADING = 0.72;

/** Share of a picture's height that the panel may cover: larger for wide and for tiny pictures. */
function shareFor({ width, height }: Size): number {
  const flat = Math.min(1, Math.max(0, width / height / 4));
  return 0.3 + 0.4 * Math.max(flat, Math.min(1, 48 / height));
}

/** As many entries as fit, in their order, with a dot between those on the same line. */
function joinEntries(
  entries: readonly string[],
  limit: number,
  most: number,
  size: number,
): readonly string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const line = lines.at(-1);
    const longer = line === undefined ? entry : `${line}  ·  ${entry}`;
    if (line !== undefined && textWidth(longer, size) <= limit) lines.splice(-1, 1, longer);
    else if (lines.length < most)
      lines.push(...wrap(entry, limit, 1, (text) => textWidth(text, size)));
  }
  return lines;
}
