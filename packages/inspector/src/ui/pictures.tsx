import { useState } from 'preact/hooks';
import { byteCount } from './format.ts';

/** An image in a request or an answer, as base64. */
export interface Picture {
  readonly base64: string;
  readonly label: string;
}

/** Finds the images in JSON: members `b64_json`, and data URLs. */
export function picturesIn(value: unknown, label = 'image'): readonly Picture[] {
  const found: Picture[] = [];
  const visit = (each: unknown, name: string, depth: number): void => {
    if (depth > 8 || found.length >= MOST) return;
    if (typeof each === 'string') {
      const base64 = name === 'b64_json' ? each : DATA_URL.exec(each)?.[1];
      if (base64 !== undefined && base64 !== '') {
        found.push({ base64, label: `${label} ${found.length + 1}` });
      }
      return;
    }
    if (typeof each !== 'object' || each === null) return;
    for (const [key, member] of Object.entries(each)) visit(member, key, depth + 1);
  };
  visit(value, '', 0);
  return found;
}

const MOST = 20;
const DATA_URL = /^data:image\/[a-z0-9.+-]+;base64,(.+)$/i;

/** What the first bytes say, whatever the answer calls it. */
const FORMATS: readonly (readonly [start: string, format: string])[] = [
  ['iVBOR', 'png'],
  ['/9j/', 'jpeg'],
  ['UklGR', 'webp'],
  ['R0lGOD', 'gif'],
];

function formatOf(base64: string): string {
  return FORMATS.find(([start]) => base64.startsWith(start))?.[1] ?? 'svg+xml';
}

/** Images side by side, each with its size and format. */
export function Pictures({ pictures }: { readonly pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null;
  return (
    <div class="pictures">
      {pictures.map((picture) => (
        <PictureFigure key={picture.label} picture={picture} />
      ))}
    </div>
  );
}

function PictureFigure({ picture: { base64, label } }: { readonly picture: Picture }) {
  const [size, setSize] = useState('');
  const format = formatOf(base64);
  const bytes = Math.floor((base64.length * 3) / 4);
  return (
    <figure>
      <img
        alt={label}
        src={`data:image/${format};base64,${base64}`}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight} `)
        }
      />
      <figcaption>
        {size}
        {format.replace('+xml', '').toUpperCase()}, {byteCount(bytes)}
      </figcaption>
    </figure>
  );
}
