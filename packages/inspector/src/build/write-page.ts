/**
 * `write-page.ts [--check]`: builds the page to one file and writes it into the mock, or fails where
 * the one that is checked in is not what the sources make.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build, defaultClientConditions } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = new URL('../../../mock/src/control/inspector/page.ts', import.meta.url);

/** The most that a browser may have to load, in bytes. */
const MOST_BYTES = 120_000;

const { html, policy } = await page();
const packed = gzipSync(html, { level: 9 });
if (packed.byteLength > MOST_BYTES) {
  throw new Error(
    `the page has ${packed.byteLength} bytes gzipped, at most ${MOST_BYTES} are fine`,
  );
}
if (process.argv.includes('--check')) await check();
else await write();

async function write(): Promise<void> {
  const text = `// Generated from packages/inspector: npx -y pnpm@12 inspector

/** The inspector, gzipped, as base64. */
export const PAGE =
  '${packed.toString('base64')}';

/** Its content security policy: its own script and style by their hashes, and this server. */
export const POLICY =
  ${JSON.stringify(policy)};
`;
  await writeFile(TARGET, text);
  console.log(`${fileURLToPath(TARGET)}: ${html.length} bytes, ${packed.byteLength} gzipped`);
}

/** Compares the page itself: another machine may compress it to other bytes. */
async function check(): Promise<void> {
  const text = await readFile(TARGET, 'utf8');
  const [, base64 = ''] = /PAGE =\s+'([^']*)'/.exec(text) ?? [];
  const isSame = base64 !== '' && gunzipSync(Buffer.from(base64, 'base64')).toString() === html;
  if (isSame && text.includes(JSON.stringify(policy))) return;
  console.error('The inspector in the mock is out of date: run npx -y pnpm@12 inspector');
  process.exitCode = 1;
}

/** The page with its script and style in it, and the policy that allows these two. */
async function page(): Promise<{ html: string; policy: string }> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // What the page has of core comes from its sources, which need no build.
    resolve: { conditions: ['@model-gateway/source', ...defaultClientConditions] },
    build: { write: false, target: 'es2022', modulePreload: false },
  });
  const { output } = [built].flat().find((each) => 'output' in each) ?? { output: [] };
  const script = output.flatMap((each) => (each.type === 'chunk' ? [each.code] : [])).join('');
  const style = output.map((each) => textOf(each, '.css')).join('');
  // A text that ends the element would end the script.
  const safe = script.replaceAll('</script', String.raw`<\/script`).trim();
  const source = await readFile(`${ROOT}index.html`, 'utf8');
  const whole = source
    .replace(/<link rel="stylesheet"[^>]*>/, '')
    .replaceAll(/\n\s+/g, '\n')
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace(/<script[^>]*><\/script>/, () => `<script type="module">${safe}</script>`);
  return { html: whole, policy: policyOf(safe, style) };
}

type Output = { readonly fileName: string; readonly source?: string | Uint8Array };

function textOf({ fileName, source = '' }: Output, ending: string): string {
  return fileName.endsWith(ending) ? String(source).trim() : '';
}

function policyOf(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
