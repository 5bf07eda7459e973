export { createOpenApiDocument, type OpenApiOptions } from './create-openapi-document.ts';
export {
  describeInterface,
  type InterfaceDescription,
  type OperationDescription,
  type SuccessDescription,
} from './describe-interface.ts';
export type { ErrorTexts } from './error-responses.ts';
export { createDocsPage, type DocsPageOptions } from './docs-page/create-docs-page.ts';
export { docsPagePolicy } from './docs-page/docs-page-policy.ts';
export type {
  ExampleObject,
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
  SchemaObject,
} from './document.ts';
