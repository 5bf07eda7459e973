import { createDocsPage, createOpenApiDocument } from '@model-gateway/openapi';

const document = createOpenApiDocument({ serverUrl: 'https://example.test/v1' });
const operation = document.paths['/models']?.['get'];
if (operation?.operationId !== 'listModels') throw new Error('the document has no GET /models');
if (!createDocsPage(document).includes('listModels'))
  throw new Error('the page has no GET /models');
