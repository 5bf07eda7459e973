import { SECONDS_PER_DAY } from '../../src/seed/dates/reference-date.ts';

/** Words that any vendor may use. All others are of one vendor, and leave nothing but their length. */
export const COMMON: ReadonlySet<string> = new Set(
  `a agent agentic air alpha apply audio b base beta chat clip code coder content custom deep distill
  e edge edition embed english exp fast fill flash free guard h hd high image instruct it k large latest
  lite m max medium micro mini model models multi multilingual nano next older omni plus premier
  preview pro quick r reasoning research rerank reranker rp s safeguard safety search small super svg
  t thinking think tools transcribe tts turbo ui ultra uncensored v video vision vl voice x xs asr
  embedding embeddings dev edit song`.split(/\s+/),
);

/**
 * Returns an id or a name with a number for each word that is its vendor's: `{0}-#3.5-{1^}-35b`.
 * `{0}` is small, `{0^}` begins with a capital and `{0!}` has capitals only. `#` stands before a
 * version. `{@}` is the vendor, and `{D-1}` the day before the listing: see `dateIn`. New words are
 * added to those of the family, of which the first is its own.
 */
export function templateOf(text: string, vendor: string, words: string[], created: number): string {
  const isNamed = text.startsWith(`${vendor}: `);
  const rest = isNamed ? text.slice(vendor.length) : text;
  const dated = rest.replaceAll(DATES, (date) => dateIn(date, created) ?? date);
  const plain = dated.replaceAll(/\{[^}]*\}|[a-z]+|[\d.]+/gi, (part, at: number) => {
    if (part.startsWith('{')) return part;
    if (/^\d/.test(part)) return isVersion(dated, part, at) ? `#${part}` : part;
    if (!/^[a-z]/i.test(part) || isCommon(part, dated, at, words)) return part;
    return placeOf(part, words);
  });
  return (isNamed ? '{@}' : '') + plain;
}

function isCommon(word: string, text: string, at: number, words: readonly string[]): boolean {
  if (word.toLowerCase() === words[0]) return false;
  const isPart =
    /\d/.test(text[at - 1] ?? '') || (word.length === 1 && /\d/.test(text[at + 1] ?? ''));
  return isPart || COMMON.has(word.toLowerCase());
}

function placeOf(word: string, words: string[]): string {
  const plain = word.toLowerCase();
  if (!words.includes(plain)) words.push(plain);
  const capitals = word === plain ? '' : word === word.toUpperCase() && word.length < 4 ? '!' : '^';
  return `{${words.indexOf(plain)}${capitals}}`;
}

/** Up to 9.9, and not billions of weights, active ones or a date. */
function isVersion(text: string, number: string, at: number): boolean {
  const isSize =
    /^[bBteTkxX]/.test(text.slice(at + number.length)) || /[aexAEX]$/.test(text.slice(0, at));
  return /^\d(\.\d+)?$/.test(number) && !isSize;
}

const DATES =
  /\b20\d\d-\d\d-\d\d\b|\b20\d{6}\b|\b\d\d-20\d\d\b|\b\d\d-\d\d\b|\b\d{4}\b|(?<=\bv)\d{4}\b/g;
const FORMS = [
  ['D', /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)$/],
  ['I', /^(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)$/],
  ['Y', /^(?<month>\d\d)-(?<year>20\d\d)$/],
  ['S', /^(?<month>\d\d)-(?<day>\d\d)$/],
  ['M', /^(?<short>2[0-6])(?<month>0[1-9]|1[0-2])$/],
  ['T', /^(?<month>0[1-9]|1[0-2])(?<day>\d\d)$/],
] as const;
/** A date further from the listing than this is moved to it: it would name the model. */
const MOST_DAYS = 60;

/** Returns `{D-4}` for a date of eight digits four days before the listing, other letters for other forms. */
function dateIn(text: string, created: number): string | undefined {
  for (const [form, pattern] of FORMS) {
    const { year, short, month, day = '28' } = pattern.exec(text)?.groups ?? {};
    if (month === undefined) continue;
    const listed = new Date(created * 1000);
    const own = year ?? (short === undefined ? String(listed.getUTCFullYear()) : `20${short}`);
    const midnight = Math.floor(created / SECONDS_PER_DAY);
    const days = Date.parse(`${own}-${month}-${day}`) / 1000 / SECONDS_PER_DAY - midnight;
    if (Number.isNaN(days)) continue;
    return `{${form}${Math.min(0, Math.abs(days) > MOST_DAYS ? -1 : days)}}`;
  }
  return undefined;
}
