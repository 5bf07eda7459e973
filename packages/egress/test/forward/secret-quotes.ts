/** The ways in which an upstream may quote a secret, each within other text. */
export function quotesOf(secret: string): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const each = (write: (byte: number) => string) => Array.from(bytes, write).join('');
  const code = (byte: number, digits = 2) => byte.toString(16).padStart(digits, '0');
  const mixed = [
    (byte: number) => String.fromCharCode(byte),
    (byte: number) => `%${code(byte)}`,
    (byte: number) => `\\u${code(byte, 4)}`,
    (byte: number) => `&#x${code(byte)};`,
  ];
  const base64 = [0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map(
      (encoding) =>
        [
          `${encoding} after ${before}`,
          Buffer.from(`${'x'.repeat(before)}${secret}yz`).toString(encoding),
        ] as const,
    ),
  );
  const [[, first] = ['', '']] = base64;
  const texts: Readonly<Record<string, string>> = {
    text: secret,
    'text that follows its beginning': secret.slice(0, 5) + secret,
    'its larger half': secret.slice(0, -2),
    'two in a row': secret + secret,
    'JSON in JSON in JSON': JSON.stringify(JSON.stringify(JSON.stringify({ a: secret }))),
    'percent-encoded': each((byte) => `%${code(byte)}`),
    'percent-encoded, upper case': each((byte) => `%${code(byte).toUpperCase()}`),
    'percent-encoded where it must be': encodeURIComponent(secret),
    'percent-encoded twice': each((byte) => `%25${code(byte)}`),
    'JSON escapes': each((byte) => `\\u${code(byte, 4)}`),
    'JSON escapes in JSON': each((byte) => `\\\\u${code(byte, 4)}`),
    'script escapes': each((byte) => `\\x${code(byte)}`),
    'octal escapes': each((byte) => `\\${byte.toString(8)}`),
    'JSON with escaped slashes': secret.replaceAll('/', String.raw`\/`),
    'HTML decimal': each((byte) => `&#${byte};`),
    'HTML hexadecimal': each((byte) => `&#x${code(byte)};`),
    'quoted-printable': each((byte) => `=${code(byte).toUpperCase()}`),
    'in lines': secret.replace(/.{5}/g, '$&\r\n'),
    'mixed escapes': Array.from(bytes, (byte, at) => mixed[at % mixed.length]?.(byte)).join(''),
    hex,
    'HEX with colons': (hex.match(/../g) ?? []).join(':').toUpperCase(),
    'hex with spaces': (hex.match(/../g) ?? []).join(' '),
    'hex with prefixes': (hex.match(/../g) ?? []).map((pair) => `0x${pair}`).join(', '),
    'JSON of bytes': JSON.stringify(bytes),
    'indented JSON of bytes': JSON.stringify([...bytes], undefined, 2),
    ...Object.fromEntries(base64),
    'base64 in lines': first.replace(/.{7}/g, '$&\r\n'),
    'base64 in lines of JSON': first.replace(/.{7}/g, '$&\\n'),
    'base64, percent-encoded': encodeURIComponent(first),
    'base64 of a Basic credential': Buffer.from(`user:${secret}`).toString('base64'),
  };
  const utf16 = Buffer.from(secret, 'utf16le');
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    'UTF-16': utf16,
    'UTF-16, big endian': Buffer.from(utf16).swap16(),
    'UTF-32': Buffer.from(Array.from(bytes, (byte) => [byte, 0, 0, 0]).flat()),
  };
}
