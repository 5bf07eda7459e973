import { otlpKind } from './otlp-kind.ts';

/** The key is sent without a scheme. Source: comet.com/docs/opik, OpenTelemetry. */
export const opik = otlpKind({
  type: 'opik',
  isAllOrNothing: true,
  style: { overlay: ({ metadata }) => ({ 'gen_ai.system': metadata.provider }) },
  connect: (read) => ({
    url: 'https://www.comet.com/opik/api/v1/private/otel/v1/traces',
    headers: {
      authorization: read.text('apiKey'),
      'comet-workspace': read.text('workspace'),
      projectname: read.text('projectName'),
    },
  }),
});
