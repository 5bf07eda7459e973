import { joinUrl } from './config-reader.ts';
import { openInference } from './openinference.ts';
import { otlpKind } from './otlp-kind.ts';

/** Its documents name the headers in two ways, so both are sent. Source: arize.com/docs, OTLP. */
export const arize = otlpKind({
  type: 'arize',
  style: { overlay: openInference },
  connect: (read) => {
    const [spaceKey, apiKey] = [read.text('spaceKey'), read.text('apiKey')];
    const model = read.text('modelId');
    return {
      url: joinUrl(read.url('baseUrl', 'https://otlp.arize.com'), '/v1/traces'),
      headers: {
        space_id: spaceKey,
        api_key: apiKey,
        'arize-space-id': spaceKey,
        'arize-api-key': apiKey,
      },
      resource: { model_id: model, 'openinference.project.name': model },
    };
  },
});
