import { GatewayError } from '@model-gateway/core';

/**
 * Refuses a path that a server may read as another one: with `.` or `..` as a segment, with a
 * separator, a control character or invalid UTF-8 in one, however often encoded. The upstream's key
 * would open what the operator did not name. Throws a 404. Source: contract §1.10.
 */
export function refuseSteering(path: string): void {
  let decoded: string | undefined = Buffer.from(path, 'utf8').toString('latin1');
  for (let times = 0; times <= MOST_TIMES; times++) {
    const text = textOf(decoded);
    // Encoded slashes are seen once they are decoded: there are more segments then.
    if (text === undefined || steers(text)) break;
    const next = unescaped(decoded);
    if (next === decoded) return;
    if (separatorsIn(next) > separatorsIn(decoded)) break;
    decoded = next;
  }
  throw new GatewayError('notFound', {
    message:
      'Resource not found: the path has an encoded separator, a dot segment or an invalid escape, ' +
      'which is not passed on',
  });
}

/** Further layers are refused, so that the cost stays linear. */
const MOST_TIMES = 3;

/** Decodes escapes; a percent sign that begins no escape stays, because later layers may mean it. */
function unescaped(bytes: string): string {
  return bytes.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: string): string | undefined {
  try {
    return UTF8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

function separatorsIn(text: string): number {
  return text.split('/').length;
}

function steers(text: string): boolean {
  return NOT_IN_PATHS.test(text) || text.normalize('NFKC').split('/').some(isDots);
}

/** Backslashes, controls, `%u002f` of IIS, and characters that some systems read as a slash. */
const NOT_IN_PATHS =
  /[\\\p{Cc}\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c\ufe68]|%u[\da-f]{4}/iu;

/** `..` also before a parameter, as in `..;a=b`, and before what Windows cuts off. */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(';', 1);
  return name.includes('.') && /^[\s.]+$/.test(name);
}
