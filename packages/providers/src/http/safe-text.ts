import { KEY_PREFIXES, SECRET_LOOKS } from '@model-gateway/core/kit';

const LONGEST_TEXT = 300;

const UNSAFE: readonly RegExp[] = [
  // URLs, data URLs and mail addresses.
  /\b[a-z][a-z0-9+.-]*:\/\/\S*/gi,
  /\bdata:\S+/gi,
  /\bwww\.\S+/gi,
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  ...SECRET_LOOKS,
  // Keys and account ids, by their prefix; removing a word too many is acceptable.
  new RegExp(`\\b(?:${KEY_PREFIXES.join('|')}|mg-v1|mg-mgmt-v1|org|proj)[-_][\\w-]{8,}`, 'gi'),
  /\b(bearer|key|token)\b[\s:=]+(?=\S*\d)\S{8,}/gi,
  // Any long run of letters and digits: keys, signatures, base64 with its signs.
  /(?=[A-Za-z_]*\d)(?=[\d_]*[A-Za-z])\w{20,}/g,
  /(?<![\w+/=-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)[\w+/-]{24,}=*/g,
  // Bytes one by one: as escapes of URLs, HTML, mail and JavaScript, as numbers, as letters apart.
  /(?<!\S)[^\s%&=\\]*(?:%[\da-f]{2}|&#x?[\da-f]{1,6};|=[\da-f]{2}|\\u\{?[\da-f]{2,6}\}?|\\x[\da-f]{2}|\\\d{1,3})(?:\S*(?:%|&#|=|\\)\S+)/gi,
  /(?<![\w.])(?:(?:0x)?[\da-f]{2,3}[\s,;:-]{1,3}){7,}(?:0x)?[\da-f]{2,3}(?!\w)/gi,
  /(?<!\S)(?:\S ){7,}\S(?!\S)/g,
  // Addresses: IPv4, IPv6, names with a port, and names of networks that are nobody else's.
  /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?!\w|\.\d)/g,
  /\[[\da-f:.%]*:[\da-f:.%\w]*\](?::\d+)?/gi,
  /(?<![\w:.])(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?::(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?(?![\w:])/gi,
  /(?<![\w:.])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}(?![\w:])/gi,
  /(?<![\w.-])(?=[\w.-]*[a-z])\w[\w.-]*:\d{2,5}(?!\w)/gi,
  /(?<![\w.-])(?:(?:[\w-]+\.)+(?:internal|local|localdomain|lan|corp|home|intranet|private|svc)|localhost)(?![\w-])/gi,
];

/**
 * Makes an upstream's text safe to show to a client: one line, at most 300 characters, without
 * URLs, mail addresses, addresses of hosts or anything that looks like a key. Undefined when no text
 * is left.
 */
export function safeText(text: string): string | undefined {
  // Bounded first, so that the cost does not depend on the length of the text.
  let safe = text.slice(0, 2 * LONGEST_TEXT).replace(/[\p{C}\s]+/gu, ' ');
  for (const pattern of UNSAFE) safe = safe.replace(pattern, '…');
  safe = safe.trim();
  if (!/[\p{L}\p{N}]/u.test(safe)) return undefined;
  if (safe.length > LONGEST_TEXT) return `${safe.slice(0, LONGEST_TEXT - 1)}…`;
  // What was left out may have made a cut text short.
  return text.length > 2 * LONGEST_TEXT && !safe.endsWith('…') ? `${safe}…` : safe;
}

/** Shorter beginnings tell nothing. */
const TELLING = 4;

/**
 * Replaces the name of a host in a result of `safeText`, in any case, and its beginning where the
 * text was cut within it.
 */
export function withoutHost(text: string, host: string): string {
  const name = host.replace(/\W/g, String.raw`\$&`);
  const whole = text.replace(new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`, 'gi'), '…');
  return withoutBeginning(whole, host);
}

/** Replaces the beginning of a name or a key, in any case, where a text was cut within it. */
export function withoutBeginning(text: string, unsaid: string): string {
  const [cut, name] = [text.toLowerCase(), unsaid.toLowerCase()];
  for (let length = Math.min(name.length - 1, cut.length); length >= TELLING; length--) {
    if (cut.endsWith(`${name.slice(0, length)}…`)) return `${text.slice(0, -length - 1)}…`;
  }
  return text;
}
