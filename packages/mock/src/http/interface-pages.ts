import { bytesResponse, type GatewayHandler, type GatewayResponse } from '@model-gateway/core/http';
import type { OpenApiDocument, OpenApiOptions } from '@model-gateway/openapi';

const encoder = new TextEncoder();

export const DOCUMENT_PATH = '/openapi.json';
export const DOCS_PATH = '/docs';

interface InterfacePagesOptions {
  /** Where the page asks for the keys to try operations with; undefined if it may not. */
  readonly keysUrl: string | undefined;
}

/**
 * Answers GET /openapi.json and GET /docs with the gateway's interface, for programs and for
 * people. The code that makes them is loaded on the first request.
 */
export function interfacePages(
  basePath: string,
  {
    publicCatalog,
    operations,
    keysUrl,
  }: Pick<OpenApiOptions, 'publicCatalog' | 'operations'> & InterfacePagesOptions,
): GatewayHandler {
  const options = { publicCatalog, operations, keysUrl, serverUrl: basePath || '/' };
  let made: Promise<Readonly<Record<string, GatewayResponse>>> | undefined;
  return async ({ method, path }) => {
    if (path !== DOCUMENT_PATH && path !== DOCS_PATH) return undefined;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const pages = await (made ??= makePages(options));
    return pages[path];
  };
}

async function makePages({ keysUrl, ...options }: OpenApiOptions & InterfacePagesOptions) {
  const { createDocsPage, createOpenApiDocument, docsPagePolicy } =
    await import('@model-gateway/openapi');
  const document = createOpenApiDocument(options);
  const docs = createDocsPage(document, { documentUrl: DOCUMENT_PATH, tryIt: { keysUrl } });
  return {
    [DOCUMENT_PATH]: page(
      documentText(document),
      'application/json; charset=utf-8',
      "default-src 'none'",
    ),
    [DOCS_PATH]: page(docs, 'text/html; charset=utf-8', docsPagePolicy(document)),
  };
}

/** Returns the document as text, for answers and for the terminal. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function page(text: string, contentType: string, policy: string): GatewayResponse {
  return bytesResponse([encoder.encode(text)], contentType, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
  });
}
