import { matching } from '@model-gateway/core/kit';
import { AZURE_CHAT } from './chat.ts';
import { OPENAI_MODELS } from '../openai/models.ts';
import { defineImageProvider } from '../images/define-image-provider.ts';
import { openAiRequest } from '../wires/openai-images/encode.ts';
import { OPENAI_FAILURES } from '../wires/openai-images/failures.ts';

/** Options of Azure OpenAI. */
export interface AzureOptions {
  /** The name of the resource, the first part of `{resource}.openai.azure.com`. */
  readonly resource?: string;
}

/**
 * Creates a provider for OpenAI's models on Azure. `upstream` of a model is the name of its
 * deployment. A subscription that Azure blocks after repeated refusals counts as its credential.
 *
 * @example
 * azure({ resource: 'acme', apiKey, http, models: { 'openai/gpt-image-2': { upstream: 'img' } } });
 */
export const azure = defineImageProvider<object, AzureOptions>({
  slug: 'azure',
  name: 'Azure OpenAI',
  env: 'AZURE_OPENAI_API_KEY',
  options: {
    resource: matching(
      /^[a-z0-9][a-z0-9-]*$/i,
      'the name of an Azure resource such as acme-images',
    ),
  },
  baseUrl: ({ resource }) => {
    if (resource === undefined) {
      throw new TypeError(
        'resource is missing: pass the first part of {resource}.openai.azure.com, or baseUrl',
      );
    }
    return `https://${resource}.openai.azure.com/openai/v1`;
  },
  query: 'api-version=v1',
  authorize: (key) => ({ 'api-key': key }),
  keyTest: { path: '/models' },
  models: OPENAI_MODELS,
  chat: AZURE_CHAT,
  wire: {},
  failures: [
    { status: [403], message: /temporarily blocked/i, is: 'credential' },
    { code: /content_filter|responsibleaipolicyviolation/, is: 'policy' },
    { code: /deploymentnotfound/, is: 'model' },
    ...OPENAI_FAILURES,
  ],
  run: (job, { upstream }, call) => call.images(openAiRequest(job, upstream)),
});
