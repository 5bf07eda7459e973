import { joinUrl } from './config-reader.ts';
import { openInference } from './openinference.ts';
import { otlpKind } from './otlp-kind.ts';

/**
 * Takes protobuf only and routes by attributes of the resource; older servers by a header, so both
 * are sent. Source: docs.wandb.ai, Weave and OpenTelemetry.
 */
export const weave = otlpKind({
  type: 'weave',
  style: {
    overlay: (view) => ({
      ...openInference(view),
      'wandb.display_name': view.metadata.operation,
      'wandb.thread_id': view.metadata.sessionId,
    }),
  },
  connect: (read) => {
    const [entity, project] = [read.text('entity'), read.text('project')];
    return {
      url: joinUrl(read.url('baseUrl', 'https://trace.wandb.ai'), '/otel/v1/traces'),
      headers: {
        'wandb-api-key': read.text('apiKey'),
        project_id: `${entity}/${project}`,
      },
      resource: { 'wandb.entity': entity, 'wandb.project': project },
    };
  },
});
