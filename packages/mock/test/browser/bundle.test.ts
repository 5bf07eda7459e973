// Own process: waits for programs that it starts, or for files to be watched.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * What the whole gateway may weigh in a page: minified and compressed. It was 143,700 bytes in 11/2026,
 * of which three dialects of conversations are 30,000, what operations say of their members 18,000,
 * keys, limits, embeddings and rankings 10,000, freeing the memory of requests 1,000, and what becomes of
 * calls whose client left and of answers that nobody can pay whole 1,200.
 */
const CORE_BUDGET_BYTES = 146_000;

describe('in a browser bundle', () => {
  for (const entry of [
    '@model-gateway/core',
    '@model-gateway/egress/judge',
    '@model-gateway/fixtures',
    '@model-gateway/pictures',
    '@model-gateway/worlds',
    '@model-gateway/mock',
    '@model-gateway/mock/control',
    '@model-gateway/mock/msw',
  ]) {
    it(`${entry} needs no module of Node`, async () => {
      // esbuild refuses a module of Node in a bundle for browsers, behind import() too.
      const { metafile } = await bundle(entry);
      const left = Object.values(metafile.outputs)
        .flatMap(({ imports }) => imports)
        .filter(({ external }) => external);
      assert.deepEqual(left, []);
    });
  }

  it('core stays within its budget', async () => {
    const { outputFiles } = await bundle('@model-gateway/core');
    const bytes = gzipSync(outputFiles[0]!.contents).byteLength;
    assert.ok(
      bytes <= CORE_BUDGET_BYTES,
      `core weighs ${bytes} bytes, ${bytes - CORE_BUDGET_BYTES} more than its budget: ` +
        'find what it brought along with esbuild --analyze, or raise the budget on purpose',
    );
  });
});

function bundle(entry: string) {
  return build({
    stdin: {
      contents: `export * from ${JSON.stringify(entry)};`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    outdir: 'never-written',
    conditions: ['@model-gateway/source'],
    logLevel: 'silent',
  });
}
