import type { AnyOperation as Definition } from '@model-gateway/core';
import { bytesResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { CONTROL_PATH } from './control-path.ts';
import { DOCS_PATH, DOCUMENT_PATH } from './interface-pages.ts';

const encoder = new TextEncoder();

/** Answers GET / with what this server is: a page for people, JSON for programs. */
export function landingPage(
  basePath: string,
  all: readonly Definition[],
  { hasInspector }: { readonly hasInspector: boolean },
): GatewayHandler {
  const operations = all.map(({ method, path, summary }) => ({
    method,
    path: basePath + path,
    summary,
  }));
  return async ({ method, path, headers }) => {
    if (path !== '/' || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    if (!headers['accept']?.includes('text/html')) {
      const links = {
        documentation: DOCS_PATH,
        openapi: DOCUMENT_PATH,
        ...(hasInspector && { inspector: CONTROL_PATH }),
      };
      return jsonResponse(
        { name: NAME, what: WHAT, base_path: basePath, ...links, operations },
        { headers: common },
      );
    }
    const rows = operations.map(
      (operation) =>
        `<li><code>${operation.method} ${operation.path}</code> ${operation.summary}</li>`,
    );
    return bytesResponse(
      [encoder.encode(page(basePath, rows.join(''), hasInspector))],
      'text/html; charset=utf-8',
      {
        ...common,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    );
  };
}

const INSPECTOR = `<p><a href="${CONTROL_PATH}">Inspector</a>: see the requests as they come, and change what happens.</p>
`;
const NAME = 'Model Gateway mock';
const WHAT =
  'A fake AI model gateway for tests and development. Nothing here reaches a real model.';

function page(basePath: string, rows: string, hasInspector: boolean): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${NAME}</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;margin-bottom:0}
code{font:.9em ui-monospace,monospace;background:color-mix(in srgb,currentColor 9%,transparent);padding:.15em .4em;border-radius:.3em}
ul{padding-left:1.2rem}
</style>
<h1>${NAME}</h1>
<p>${WHAT}</p>
<p>The API is under <code>${basePath || '/'}</code>. Send the key that the start-up block printed as
<code>Authorization: Bearer …</code>.</p>
${hasInspector ? INSPECTOR : ''}<ul>${rows}</ul>
<p>Every parameter and answer: <a href="${DOCS_PATH}">documentation</a>, or for programs
<a href="${DOCUMENT_PATH}">OpenAPI</a>.</p>
</html>
`;
}
