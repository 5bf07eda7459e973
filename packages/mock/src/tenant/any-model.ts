import type { GatewayRequest, GatewayResponse } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import { isJsonObject } from '@model-gateway/core/kit';
import { withJson } from '../http/with-body.ts';
import type { Edit } from '../http/with-events.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { TenantGateway } from './tenant-gateway.ts';

/** What the models of an operation make. */
const OUTPUTS: Readonly<Record<string, string>> = {
  createChatCompletion: 'text',
  createMessage: 'text',
  countMessageTokens: 'text',
  createResponse: 'text',
  createEmbeddings: 'embeddings',
  createRerank: 'rerank',
  createImage: 'image',
};

/**
 * The request with a model that the tenant has, and what gives its answer the name that was asked for;
 * undefined where the tenant has the model.
 */
export async function withKnownModel(
  context: RuleContext,
  { world }: TenantGateway,
): Promise<{ readonly request: GatewayRequest; readonly edit: Edit } | undefined> {
  const makes = OUTPUTS[context.operation];
  const body = makes === undefined ? undefined : await context.json();
  const ids = world.models.map(({ model }) => model.id);
  if (!isJsonObject(body)) return undefined;
  const { model: asked } = body;
  // The gateway refuses what is not text.
  if (typeof asked !== 'string' || ids.includes(asked)) return undefined;
  // The one that refuses least.
  const [some] = world.models
    .filter(({ model }) => model.architecture.output_modalities.some((output) => output === makes))
    .toSorted((a, b) => abilitiesOf(b) - abilitiesOf(a));
  if (some === undefined) return undefined;
  const { id } = some.model;
  // Within a text of JSON the quotes would be escaped.
  const [from, to] = [`"model":${JSON.stringify(id)}`, `"model":${JSON.stringify(asked)}`];
  const request = withJson(context.request, { ...body, model: id });
  return { request, edit: (text) => text.replaceAll(from, () => to) };
}

function abilitiesOf({ model }: TenantGateway['world']['models'][number]): number {
  return model.supported_parameters.length;
}

/** The response with another text, if it is in memory. */
export function withText(response: GatewayResponse, edit: Edit): GatewayResponse {
  const { body } = response;
  if (body.kind === 'json') {
    const value: unknown = JSON.parse(edit(JSON.stringify(body.value)));
    return { ...response, body: { kind: 'json', value } };
  }
  if (body.kind !== 'bytes' || !body.contentType.startsWith('application/json')) return response;
  const text = edit(new TextDecoder().decode(concatenate([...body.parts])));
  return { ...response, body: { ...body, parts: [new TextEncoder().encode(text)] } };
}

/**
 * Says what to do in a 404 for a model whose id has no author: an app that speaks to a provider names
 * such models, and the gateway has none.
 */
export async function withModelHint(
  response: GatewayResponse,
  { json }: Pick<RuleContext, 'json'>,
): Promise<GatewayResponse> {
  if (response.status !== 404 || response.body.kind !== 'json') return response;
  const asked = await json();
  const { model } = isJsonObject(asked) ? asked : {};
  const { value } = response.body;
  const { error } = isJsonObject(value) ? value : {};
  if (typeof model !== 'string' || model.includes('/')) return response;
  if (!isJsonObject(value) || !isJsonObject(error)) return response;
  const { message } = error;
  if (typeof message !== 'string' || message.includes('did you mean')) return response;
  const said = `${message}; with anyModel: true the mock answers for every model`;
  return {
    ...response,
    body: { kind: 'json', value: { ...value, error: { ...error, message: said } } },
  };
}
