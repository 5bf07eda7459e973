import { toHex, type Color } from '../scene/colors/color.ts';
import type { Mark, Paint } from '../scene/marks/marks.ts';
import type { Path } from '../scene/marks/path.ts';
import type { Scene } from '../create-scene.ts';

/**
 * Returns a whole SVG document with an element per line. Text is drawn as paths, so it looks the
 * same without any font. Ids begin with the scene's, for documents that share a page.
 */
export function svgMarkup(scene: Scene): string {
  const { width, height, image, title, description } = scene;
  const definitions: string[] = [];
  const define = (element: (id: string) => string) => {
    const id = `${scene.id}-${definitions.length}`;
    definitions.push(element(id));
    return `url(#${id})`;
  };
  const body = scene.marks.flatMap((mark) => markElements(mark, define));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${image.width}" height="${image.height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<desc>${escapeText(description)}</desc>`,
    ...(definitions.length === 0 ? [] : ['<defs>', ...definitions, '</defs>']),
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** Adds an element to `<defs>` and returns the reference to it. */
type Define = (element: (id: string) => string) => string;

function markElements(mark: Mark, define: Define): readonly string[] {
  switch (mark.kind) {
    case 'fill':
      return [`<path d="${pathData(mark.path)}"${fillAttributes(mark.paint, define)}/>`];
    case 'stroke': {
      const { path, color, opacity, width } = mark;
      const look = `stroke="${toHex(color)}"${alpha('stroke-opacity', opacity)} stroke-width="${number(width)}"`;
      return [
        `<path d="${pathData(path)}" fill="none" ${look} stroke-linecap="round" stroke-linejoin="round"/>`,
      ];
    }
    case 'clip': {
      const outline = pathData(mark.path);
      const url = define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
      const inner = mark.marks.flatMap((child) => markElements(child, define));
      return [`<g clip-path="${url}">`, ...inner, '</g>'];
    }
  }
}

function fillAttributes(paint: Paint, define: Define): string {
  if (paint.kind === 'solid') {
    return ` fill="${toHex(paint.color)}"${alpha('fill-opacity', paint.opacity)}`;
  }
  const stops = paint.stops.map(stopElement).join('');
  if (paint.kind === 'linear') {
    const [x1, y1, x2, y2] = [...paint.from, ...paint.to].map(number);
    const place = `gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    return ` fill="${define((id) => `<linearGradient id="${id}" ${place}>${stops}</linearGradient>`)}"`;
  }
  const [cx, cy, r] = [...paint.center, paint.radius].map(number);
  const place = `gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}"`;
  return ` fill="${define((id) => `<radialGradient id="${id}" ${place}>${stops}</radialGradient>`)}"`;
}

function stopElement(stop: { offset: number; color: Color; opacity: number }): string {
  const { offset, color, opacity } = stop;
  return `<stop offset="${number(offset)}" stop-color="${toHex(color)}"${alpha('stop-opacity', opacity)}/>`;
}

function alpha(attribute: string, opacity: number): string {
  return opacity === 1 ? '' : ` ${attribute}="${number(opacity)}"`;
}

function pathData(path: Path): string {
  return path.map(([letter, ...numbers]) => letter + numbers.map(number).join(' ')).join('');
}

/** At most two digits behind the point. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Escapes the text of an element; characters that XML cannot hold become U+FFFD. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
