import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway } from '../../builders.ts';
import { feed, oneItem } from './read-feed.ts';

/* GET /models?use_rss=true, read by two parsers that are not ours. Source: contract §3.9. */

describe('hostile texts in a feed', () => {
  /** What both parsers read where XML can hold the text, and where it cannot. */
  const HOSTILE: readonly [what: string, text: string, read: string | RegExp][] = [
    ['markup', '<b>Bold</b> & "quoted" \'single\'', '<b>Bold</b> & "quoted" \'single\''],
    ['closing tags', '</title></item></channel></rss>', '</title></item></channel></rss>'],
    ['the end of CDATA', 'a]]>b', 'a]]>b'],
    ['CDATA', '<![CDATA[x]]>', '<![CDATA[x]]>'],
    ['a comment', '<!-- x -->', '<!-- x -->'],
    ['an instruction', '<?xml version="1.1"?>', '<?xml version="1.1"?>'],
    ['a document type', '<!DOCTYPE x [<!ENTITY y "z">]>', '<!DOCTYPE x [<!ENTITY y "z">]>'],
    ['entities', '&amp;lt; &lt; &#65; &#x41; &xxe; &', '&amp;lt; &lt; &#65; &#x41; &xxe; &'],
    ['emoji and scripts', '🚀 日本 Ünï 👩‍👩‍👧', '🚀 日本 Ünï 👩‍👩‍👧'],
    ['control characters', 'a\u0000b\u0001\u0008c\u000b\u001fd', 'abcd'],
    ['lone surrogates', 'a\ud800b\udc00c', /^a\ufffd?b\ufffd?c$/],
    ['surrogates in the wrong order', 'a\udc00\ud800b', /^a\ufffd{0,2}b$/],
    ['noncharacters', 'a\ufffeb\uffffc', 'abc'],
    ['an escape sequence', 'a\u001b[31mb', 'a[31mb'],
    ['line breaks', 'a\r\nb', /^a\s+b$/],
  ];

  for (const [what, text, read] of HOSTILE) {
    it(`are read as text by both parsers: ${what}`, async () => {
      const { title, description, guid } = await oneItem({
        name: text,
        canonical_slug: text,
        description: text,
      });
      const suffix = ' (acme/model)';
      assert.ok(title.endsWith(suffix), title);
      for (const found of [title.slice(0, -suffix.length), description, guid['#text']]) {
        if (typeof read === 'string') assert.equal(found, read);
        else assert.match(found, read);
      }
    });
  }

  it('do no harm in an id', async () => {
    const { title } = await oneItem({ id: 'acme/<x>&"y"', name: 'N' });
    assert.equal(title, 'N (acme/<x>&"y")');
  });

  it('do no harm in the query', async () => {
    const channel = await feed(aGateway(), '&q="><script>\u0000&x=]]>', { host: 'gateway.test' });
    assert.match(
      channel['atom:link']['@_href'],
      /^http:\/\/gateway\.test\/v1\/models\?use_rss=true&q=/,
    );
  });
});
