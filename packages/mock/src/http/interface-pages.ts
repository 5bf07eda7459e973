import { bytesResponse, type GatewayHandler, type GatewayResponse } from '@model-gateway/core/http';
import type { OpenApiDocument, OpenApiOptions } from '@model-gateway/openapi';

const encoder = new TextEncoder();

export const DOCUMENT_PATH = '/openapi.json';
export const DOCS_PATH = '/docs';

/**
 * Answers GET /openapi.json and GET /docs with the gateway's interface, for programs and for
 * people. The code that makes them is loaded on the first request.
 */
export function interfacePages(
  basePath: string,
  options: Pick<OpenApiOptions, 'publicCatalog' | 'operations'>,
): GatewayHandler {
  let made: Promise<Readonly<Record<string, GatewayResponse>>> | undefined;
  return async ({ method, path }) => {
    if (path !== DOCUMENT_PATH && path !== DOCS_PATH) return undefined;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const pages = await (made ??= makePages({ ...options, serverUrl: basePath || '/' }));
    return pages[path];
  };
}

async function makePages(options: OpenApiOptions) {
  const { createDocsPage, createOpenApiDocument } = await import('@model-gateway/openapi');
  const document = createOpenApiDocument(options);
  return {
    [DOCUMENT_PATH]: page(documentText(document), 'application/json; charset=utf-8'),
    [DOCS_PATH]: page(
      createDocsPage(document, { documentUrl: DOCUMENT_PATH }),
      'text/html; charset=utf-8',
    ),
  };
}

/** Returns the document as text, for answers and for the terminal. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function page(text: string, contentType: string): GatewayResponse {
  return bytesResponse([encoder.encode(text)], contentType, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
}
