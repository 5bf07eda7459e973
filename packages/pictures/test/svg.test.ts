import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { aJob, bytesOf, eventsOf, imagesOf, studio } from './image-builders.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('an SVG image', () => {
  it('is well-formed and has exactly the size asked for', async () => {
    const [svg] = await imagesOf(aJob({ format: 'svg', pixels: { width: 333, height: 77 } }));
    assert.equal(XMLValidator.validate(text(svg)), true);
    const options = { ignoreAttributes: false, attributeNamePrefix: '' };
    const { svg: root } = new XMLParser(options).parse(text(svg)) as {
      svg: Record<string, string>;
    };
    assert.deepEqual(
      [root['width'], root['height'], root['viewBox'], root['xmlns']],
      ['333', '77', '0 0 333 77', 'http://www.w3.org/2000/svg'],
    );
  });

  it('is drawn in that size by others', async () => {
    const [svg] = await imagesOf(aJob({ format: 'svg', pixels: { width: 320, height: 200 } }));
    const { width, height, format } = await sharp(svg).metadata();
    assert.deepEqual([width, height, format], [320, 200, 'svg']);
  });

  for (const prompt of ['mountain', 'planet', 'tile']) {
    it(`looks like the png of the same request: ${prompt}`, async () => {
      const shared = { prompt, model: 'acme/any', pixels: { width: 200, height: 200 } };
      const { STUDIO } = await import('./image-builders.ts');
      const endpoints = new Map([['acme/any', { ...STUDIO, formats: ['png', 'svg'] as const }]]);
      const provider = studio({ endpoints });
      // The caption names the format, so only the part above it is compared.
      const top = { left: 0, top: 0, width: 200, height: 120 };
      const [png, svg] = await Promise.all(
        (['png', 'svg'] as const).map(async (format) => {
          const [image] = await imagesOf(aJob({ ...shared, format }), provider);
          return sharp(image).extract(top).removeAlpha().raw().toBuffer();
        }),
      );
      const apart = png!.reduce((sum, value, index) => sum + Math.abs(value - svg![index]!), 0);
      assert.ok(apart / png!.length < 2, `${apart / png!.length} of 255 per channel`);
    });
  }

  it('is empty around its subject when a transparent background is asked for', async () => {
    const [svg] = await imagesOf(aJob({ format: 'svg', background: 'transparent' }));
    const { data } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.equal(data[3], 0);
  });

  it('holds the prompt as text, escaped', async () => {
    const prompt = '<script>alert("&amp;")</script> ]]> \u0000\u001b \ufffe \ud800 end';
    const [svg] = await imagesOf(aJob({ format: 'svg', prompt }));
    assert.equal(XMLValidator.validate(text(svg)), true);
    const { svg: root } = new XMLParser().parse(text(svg)) as { svg: { title: string } };
    assert.equal(root.title, '<script>alert("&amp;")</script> ]]> \ufffd \ufffd end');
    assert.doesNotMatch(text(svg), /<script/);
  });

  it('has ids that no other image has', async () => {
    const images = await imagesOf(aJob({ format: 'svg', n: 4 }));
    const ids = images.flatMap((svg) =>
      [...text(svg).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    );
    assert.ok(ids.length > 0);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('streams a draft and then, in chunks, itself', async () => {
    const events = await eventsOf(studio(), aJob({ format: 'svg', stream: true }));
    const texts = events.flatMap((event) => (event.type === 'text' ? [event] : []));
    const joined = (phase: string) =>
      texts
        .filter((event) => event.phase === phase)
        .map((event) => event.text)
        .join('');
    assert.equal(joined('content'), text(bytesOf(events, 'image')[0]));
    assert.equal(XMLValidator.validate(joined('draft')), true);
    assert.ok(joined('draft').length < joined('content').length);
    const phases = texts.map(({ phase }) => phase);
    assert.deepEqual(phases, phases.toSorted().toReversed());
    assert.ok(phases.length > 3);
  });
});
