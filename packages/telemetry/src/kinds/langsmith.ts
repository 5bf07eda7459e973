import { joinUrl } from './config-reader.ts';
import { otlpKind } from './otlp-kind.ts';

/**
 * Without the span kind LangSmith does not show an image as a model call. Source:
 * docs.langchain.com, OpenTelemetry.
 */
export const langsmith = otlpKind({
  type: 'langsmith',
  style: {
    overlay: ({ metadata }) => ({
      'langsmith.span.kind': 'llm',
      'langsmith.trace.session_id': metadata.sessionId,
      'gen_ai.system': metadata.provider,
      'gen_ai.usage.total_tokens': metadata.usage && { int: metadata.usage.total },
    }),
  },
  connect: (read) => {
    const project = read.optional('project');
    const workspace = read.optional('workspaceId');
    return {
      url: joinUrl(read.url('endpoint', 'https://api.smith.langchain.com'), '/otel/v1/traces'),
      headers: {
        'x-api-key': read.text('apiKey'),
        ...(project === undefined ? {} : { 'langsmith-project': project }),
        ...(workspace === undefined ? {} : { 'x-tenant-id': workspace }),
      },
    };
  },
});
