import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeText, withoutHost } from '../../src/http/safe-text.ts';

describe('safeText', () => {
  const table: readonly (readonly [text: string, expected: string | undefined])[] = [
    [
      'size must be one of 1024x1024, 1536x1024, 1024x1536',
      'size must be one of 1024x1024, 1536x1024, 1024x1536',
    ],
    [
      'model gpt-image-1-mini-2025-10-06 has no key parameter',
      'model gpt-image-1-mini-2025-10-06 has no key parameter',
    ],
    ['grüße 模型 🎨', 'grüße 模型 🎨'],
    ['see https://user:pw@internal.example:8443/x?key=1 for more', 'see … for more'],
    ['see www.example.com/x', 'see …'],
    ['redis://10.0.0.1/0 is down', '… is down'],
    ['data:image/png;base64,iVBORw0KGgo= is not an image', '… is not an image'],
    ['Incorrect API key provided: sk-proj-abc_DEF-123', 'Incorrect API key provided: …'],
    ['Bearer abcd1234efgh is wrong', '… is wrong'],
    ['mg-v1-0123456789abcdefghij0123456789 is wrong', '… is wrong'],
    ['for org-Ab12Cd34Ef56', 'for …'],
    ['with xoxb-abcdefgh-ijkl or glpat-abcdefgh-ijklmnop', 'with … or …'],
    ['signature 0123456789abcdef0123456789abcdef', 'signature …'],
    ['ask ops@internal.example', 'ask …'],
    ['127.0.0.1:40059 refused it', '… refused it'],
    ['no route to 10.0.0.7.', 'no route to ….'],
    ['[::1]:8080 and [fd00::7%eth0] and fe80::1 failed', '… and … and … failed'],
    ['2001:db8:0:0:0:0:0:1 is away', '… is away'],
    ['::ffff:10.0.0.7 is away', '::ffff:… is away'],
    ['redis:6379, db.internal and localhost are away', '…, … and … are away'],
    ['upstream my-gpu_01.cluster.example:443 said no', 'upstream … said no'],
    ['connect to worker-7.default.svc', 'connect to …'],
    ['ratio must be 16:9, 16:10 or 1024:1536', 'ratio must be 16:9, 16:10 or 1024:1536'],
    ['version 1.2.3 of std::vector at 12:30:45', 'version 1.2.3 of std::vector at 12:30:45'],
    [
      'size must be 256, 512, 768, 1024, 1536 or 2048',
      'size must be 256, 512, 768, 1024, 1536 or 2048',
    ],
    ['use black-forest-labs/flux-1.1-pro-ultra', 'use black-forest-labs/flux-1.1-pro-ultra'],
    ['strength=0.5 is 50% of 1', 'strength=0.5 is 50% of 1'],
    ['a b c d is not a prompt', 'a b c d is not a prompt'],
    ['size: 1024 of api.example.com', 'size: 1024 of api.example.com'],
    ['two\r\nlines\u0000\u202eand\ttabs', 'two lines and tabs'],
    ['word '.repeat(200), `${'word '.repeat(60).slice(0, 299)}…`],
    ['', undefined],
    ['https://internal.example/', undefined],
    ['\n\u0007', undefined],
  ];
  for (const [text, expected] of table) {
    it(JSON.stringify(text.slice(0, 60)), () => assert.equal(safeText(text), expected));
  }

  /** Every way to write a key that a reader takes back without a program of his own. */
  const key = 'AbCd/efGh+1jK-lmN0_pqRstu9vWxyZ2';
  const bytes = [...Buffer.from(key)];
  const each = (write: (byte: number) => string, between = '') => bytes.map(write).join(between);
  const hex = (byte: number) => byte.toString(16).padStart(2, '0');
  const encoded: readonly (readonly [how: string, text: string])[] = [
    ['itself', key],
    ['base64', Buffer.from(key).toString('base64')],
    ['base64url', Buffer.from(key).toString('base64url')],
    ['base64 one byte later', Buffer.from(`x${key}`).toString('base64')],
    ['hex', Buffer.from(key).toString('hex')],
    ['percent signs', each((byte) => `%${hex(byte)}`)],
    ['some percent signs', encodeURIComponent(key)],
    ['percent signs, twice', each((byte) => `%25${hex(byte)}`)],
    ['quoted-printable', each((byte) => `=${hex(byte).toUpperCase()}`)],
    ['HTML entities', each((byte) => `&#${byte};`)],
    ['HTML entities in hex', each((byte) => `&#x${hex(byte)};`)],
    ['escapes of JavaScript', each((byte) => `\\u00${hex(byte)}`)],
    ['escapes of C', each((byte) => `\\x${hex(byte)}`)],
    ['hex apart', each(hex, ' ')],
    ['hex with colons', each(hex, ':')],
    ['numbers', each(String, ', ')],
    ['letters apart', each((byte) => String.fromCharCode(byte), ' ')],
    ['UTF-16', Buffer.from(key, 'utf16le').toString('latin1')],
  ];
  for (const [how, text] of encoded) {
    it(`shows nothing of a key as ${how}`, () => {
      const shown = safeText(`refused ${text} (400)`);
      assert.ok(shown !== undefined && /^refused [….\W]*\(400\)$/u.test(shown), shown);
    });
  }

  it('reads at most 600 characters, so that a long text costs no more than a short one', () => {
    const url = 'https://';
    assert.equal(safeText(`${url.padEnd(590, 'x')} shown`), '… shown');
    assert.equal(safeText(`${url.padEnd(600, 'x')} hidden`), undefined);
  });

  for (const unit of [
    'a',
    '%41',
    '=',
    '&#1',
    'a ',
    '41 ',
    'aA1',
    'a@',
    'a.',
    '@',
    'key ',
    'sk-',
    '_1',
    '://',
  ]) {
    it(`returns the same for a million ${JSON.stringify(unit)} as for 600`, () => {
      assert.equal(safeText(unit.repeat(1_000_000)), safeText(unit.repeat(600)));
    });
  }
});

describe('withoutHost', () => {
  const table: readonly (readonly [text: string, host: string, expected: string])[] = [
    ['api.acme.example is full', 'api.acme.example', '… is full'],
    ['API.Acme.Example: full', 'api.acme.example', '…: full'],
    ['eu.api.acme.example is full', 'api.acme.example', 'eu.… is full'],
    ['openai of openai-2', 'openai', '… of openai-2'],
    ['the model of apixacme.example', 'api.acme.example', 'the model of apixacme.example'],
    ['cut at api.acme.ex…', 'api.acme.example', 'cut at …'],
    ['cut at the ap…', 'api.acme.example', 'cut at the ap…'],
    ['[::1] is full', '[::1]', '… is full'],
  ];
  for (const [text, host, expected] of table) {
    it(`${text} without ${host}`, () => assert.equal(withoutHost(text, host), expected));
  }
});
