import { arc, pointAt, type Path, type PathStep, type Point } from '../scene/marks/path.ts';
import { ACCENTS, GLYPHS, UNKNOWN, type Glyph } from './glyphs.ts';

/** Returns the strokes of a line of text; `size` is the height of a capital, the point its top left corner. */
export function textPath(text: string, [left, top]: Point, size: number): Path {
  const scale = size / CAPITAL;
  let x = 0;
  return setOf(text).flatMap(({ glyph: [width, strokes], accents }) => {
    const at = (dx: number, dy: number) => ({ x: left + (x + dx) * scale, y: top + dy * scale });
    const paths = [
      strokePath(strokes, at(0, 0), scale),
      ...accents.map(({ strokes: mark, lift }) => strokePath(mark, at(width / 2, -lift), scale)),
    ];
    x += width + gapAt(size);
    return paths.flat();
  });
}

/** Returns the width of a line of text whose capitals are `size` high. */
export function textWidth(text: string, size: number): number {
  const gap = gapAt(size);
  const widths = setOf(text).reduce((sum, { glyph: [width] }) => sum + width + gap, -gap);
  return (Math.max(0, widths) * size) / CAPITAL;
}

/** Returns the pen width that makes text of this size easy to read. */
export function penWidth(size: number): number {
  return Math.max(1.15, 0.118 * size);
}

const CAPITAL = 20;

/** Small letters stand further apart, so that they do not run into each other. */
function gapAt(size: number): number {
  return 4.4 + Math.max(0, Math.min(1.4, 0.28 * (11 - size)));
}

/** Returns true for a character that the font can write; true for marks and joiners, too. */
export function hasGlyph(character: string): boolean {
  if (INVISIBLE.test(character)) return true;
  const [base = ''] = character.normalize('NFD');
  return GLYPHS.has(SAME_AS[character] ?? character) || GLYPHS.has(base);
}

interface SetGlyph {
  readonly glyph: Glyph;
  readonly accents: readonly Accent[];
}

interface Accent {
  readonly strokes: string;
  /** Distance above the accent's place on a small letter. */
  readonly lift: number;
}

/** Returns one glyph per visible character; joiners, variation selectors and the like are skipped. */
function setOf(text: string): readonly SetGlyph[] {
  return Array.from(text.normalize('NFC'), (character): SetGlyph | undefined => {
    if (INVISIBLE.test(character)) return undefined;
    const [base = '', ...marks] = character.normalize('NFD');
    const glyph = GLYPHS.get(SAME_AS[character] ?? character) ?? GLYPHS.get(base);
    if (glyph === undefined) return { glyph: UNKNOWN, accents: [] };
    return { glyph, accents: marks.flatMap((mark) => accentOn(base, mark)) };
  }).filter((set) => set !== undefined);
}

function accentOn(base: string, mark: string): readonly Accent[] {
  const strokes = ACCENTS.get(mark);
  if (strokes === undefined) return [];
  return [{ strokes, lift: mark !== CEDILLA && /\p{Lu}/u.test(base) ? 6 : 0 }];
}

const CEDILLA = '\u0327';

const INVISIBLE = /[\p{M}\p{Cf}\p{Cc}]/u;

const SAME_AS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '−': '–',
};

function strokePath(strokes: string, origin: { x: number; y: number }, scale: number): Path {
  const steps: PathStep[] = [];
  for (const [, letter = '', list = ''] of strokes.matchAll(/([MLE])([^MLE]*)/g)) {
    const [x = 0, y = 0, rx = 0, ry = 0, from = 0, to = 0] = list.split(' ').map(Number);
    const [cx, cy] = [origin.x + x * scale, origin.y + y * scale];
    if (letter !== 'E') {
      steps.push([letter === 'M' ? 'M' : 'L', cx, cy]);
      continue;
    }
    const start = pointAt(cx, cy, rx * scale, ry * scale, from);
    const isWhole = Math.abs(to - from) >= 360;
    steps.push([steps.length === 0 || isWhole ? 'M' : 'L', ...start]);
    steps.push(...arc(cx, cy, rx * scale, ry * scale, from, to));
  }
  return steps;
}
