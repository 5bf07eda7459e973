import { isJsonObject } from '@model-gateway/core/kit';
import type { Redaction } from './redaction.ts';

/** What streams say in pieces, in every dialect. */
const SAID = new Set([
  'arguments',
  'content',
  'delta',
  'partial_json',
  'reasoning',
  'reasoning_content',
  'refusal',
  'text',
  'thinking',
]);

/** A piece of a text, and where it stands. */
interface Piece {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly text: string;
}

/**
 * Masks, in place, secrets that came in several of these events, of which none looks like one by
 * itself: the first has the mask, the others go without their part.
 */
export function maskInPieces(events: readonly unknown[], redaction: Redaction): void {
  const texts = new Map<string, Piece[]>();
  for (const event of events) collect(event, '', texts);
  for (const pieces of texts.values()) maskText(pieces, redaction);
}

function collect(value: unknown, path: string, texts: Map<string, Piece[]>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`, texts);
  if (!isJsonObject(value)) return;
  // Parsed for this alone.
  const holder = value as Record<string, unknown>;
  // Each dialect tells by these which text a piece is of.
  const { type, index, output_index: output } = holder;
  const own = `${path}(${String(type)} ${String(index ?? output)})`;
  for (const [name, member] of Object.entries(holder)) {
    const there = `${own}.${name}`;
    if (typeof member !== 'string') collect(member, there, texts);
    else if (SAID.has(name)) {
      const pieces = texts.get(there);
      const piece = { holder, name, text: member };
      if (pieces === undefined) texts.set(there, [piece]);
      else pieces.push(piece);
    }
  }
}

function maskText(pieces: readonly Piece[], redaction: Redaction): void {
  const whole = pieces.map(({ text }) => text).join('');
  const masked = redaction.text(whole);
  if (pieces.length < 2 || masked === whole) return;
  // All that differs, from the first secret to the last, goes where it begins.
  const most = Math.min(whole.length, masked.length);
  let start = 0;
  while (start < most && whole[start] === masked[start]) start++;
  let behind = 0;
  while (behind < most - start && whole.at(-1 - behind) === masked.at(-1 - behind)) behind++;
  const end = whole.length - behind;
  let mask = masked.slice(start, masked.length - behind);
  let at = 0;
  for (const { holder, name, text } of pieces) {
    const next = at + text.length;
    const before = text.slice(0, Math.max(0, start - at));
    const after = text.slice(Math.max(0, end - at));
    if (next > start && at < end) {
      holder[name] = before + mask + after;
      mask = '';
    }
    at = next;
  }
}
