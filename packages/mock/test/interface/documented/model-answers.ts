import { describe, it } from 'node:test';
import { aFailingGateway, INFERENCE } from '../failing-gateway.ts';
import { broken, documentedAnswer, get, isAsDocumented, withKey } from './documented-answers.ts';

/** Tests the answers about models and providers. */
export function describeModelAnswers(): void {
  describe('answers to GET /models are as documented', () => {
    const paths = [
      '/models',
      '/models?output_modalities=all',
      '/models?output_modalities=all&limit=7&offset=14&sort=pricing-low-to-high',
      '/models?q=nothing-has-this-name',
      '/models?use_rss=true&limit=20',
      '/models?use_rss=1&use_rss_chat_links=1&category=programming',
    ];
    for (const path of paths) {
      it(path, () => isAsDocumented('listModels', 200, get(path)));
    }

    it('with a current entity tag', async () => {
      const sent = get('/models?limit=5');
      const { headers } = await documentedAnswer('listModels', 200, sent);
      const again = {
        ...sent,
        headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' },
      };
      await isAsDocumented('listModels', 304, again);
    });

    it('with a bad parameter', () =>
      isAsDocumented('listModels', 400, get('/models?limit=0&sort=best')));

    it('without a catalog', async () => {
      const gateway = await aFailingGateway({
        stores: { models: { revision: broken, snapshot: broken } },
      });
      await isAsDocumented('listModels', 500, withKey(get('/models'), INFERENCE), gateway);
    });
  });

  describe('answers about models and providers are as documented', () => {
    it('GET /models/user', () =>
      isAsDocumented('listUserModels', 200, get('/models/user?limit=3')));

    it('GET /models/user with a bad parameter', () =>
      isAsDocumented('listUserModels', 400, get('/models/user?limit=0')));

    it('GET /models/count', () => isAsDocumented('countModels', 200, get('/models/count')));

    it('GET /models/count with a bad parameter', () =>
      isAsDocumented('countModels', 400, get('/models/count?output_modalities=poems')));

    it('GET /model/{author}/{slug}', () =>
      isAsDocumented('getModel', 200, get('/model/acme/quill-1')));

    it('GET /model/{author}/{slug} with a malformed path', () =>
      isAsDocumented('getModel', 400, get('/model/acme/%E0%A4%A')));

    it('GET /model/{author}/{slug} of an unknown model', () =>
      isAsDocumented('getModel', 404, get('/model/acme/nothing')));

    it('GET /models/{model}', () =>
      isAsDocumented('retrieveModel', 200, get('/models/acme%2Fquill-1')));

    it('GET /models/{model} with a malformed path', () =>
      isAsDocumented('retrieveModel', 400, get('/models/%E0%A4%A')));

    it('GET /models/{model} of an unknown model', () =>
      isAsDocumented('retrieveModel', 404, get('/models/acme%2Fnothing')));

    it('GET /models/{author}/{slug}/endpoints', () =>
      isAsDocumented('listEndpoints', 200, get('/models/acme/quill-1/endpoints')));

    it('GET /models/{author}/{slug}/endpoints with a malformed path', () =>
      isAsDocumented('listEndpoints', 400, get('/models/acme/%E0%A4%A/endpoints')));

    it('GET /models/{author}/{slug}/endpoints of an unknown model', () =>
      isAsDocumented('listEndpoints', 404, get('/models/acme/nothing/endpoints')));

    it('GET /embeddings/models', async () => {
      const sent = get('/embeddings/models?limit=2');
      const { headers } = await documentedAnswer('listEmbeddingModels', 200, sent);
      const again = {
        ...sent,
        headers: { ...sent.headers, 'if-none-match': headers['etag'] ?? '' },
      };
      await isAsDocumented('listEmbeddingModels', 304, again);
    });

    it('GET /embeddings/models with a bad parameter', () =>
      isAsDocumented('listEmbeddingModels', 400, get('/embeddings/models?limit=0')));

    it('GET /endpoints/zdr', () => isAsDocumented('listZdrEndpoints', 200, get('/endpoints/zdr')));

    it('GET /providers', () => isAsDocumented('listProviders', 200, get('/providers')));
  });
}
