import { counted } from '../counted.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { GATEWAY } from './request-record.ts';
import { withoutLongTexts } from './shown.ts';

/** Returns a request as text: method and path, outcome, and the body below. */
export function requestText(entry: JournalEntry): string {
  const { body, unknown, adjusted } = entry;
  const lines = [
    requestLine(entry),
    ...unknown.map((part) => `    unknown: ${part}`),
    ...adjusted.map((part) => `    adjusted: ${part}`),
  ];
  if (body === undefined) return lines.join('\n');
  const text = typeof body === 'string' ? body : JSON.stringify(withoutLongTexts(body), null, 2);
  return [...lines, indented(text)].join('\n');
}

/** `#2 POST /v1/images → 529 by createImage 529` */
export function requestLine(entry: JournalEntry): string {
  const { number, method, path, query } = entry;
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `#${number} ${method} ${path}${search} → ${outcome(entry)}`;
}

function outcome(entry: JournalEntry): string {
  const { operation, status, answeredBy, durationMs, stream } = entry;
  if (operation === undefined) return 'unhandled';
  const rules = answeredBy.filter((name) => name !== GATEWAY);
  const by = rules.length === 0 ? '' : ` by ${rules.join(', ')}`;
  if (status === undefined) return `no answer yet${by}`;
  const events = stream === undefined ? '' : `, ${stream.events} events, ${stream.end}`;
  const took = durationMs === undefined ? '' : `, ${Math.round(durationMs)} ms`;
  return `${status}${by}${events}${took}${tokensOf(entry)}`;
}

/** `, 3 tools, 412 tokens in (384 cached), 5 out` */
function tokensOf({ chat, usage }: JournalEntry): string {
  if (chat === undefined || usage === undefined) return '';
  const { length } = chat.tools;
  const tools = length === 0 ? '' : `, ${counted(length, 'tool')}`;
  const cached = usage.cached === 0 ? '' : ` (${usage.cached} cached)`;
  return `${tools}, ${counted(usage.input, 'token')} in${cached}, ${usage.output} out`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
