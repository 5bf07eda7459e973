import type { GatewayRequest, GatewayResponse } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import { isJsonObject, oncePerObject } from '@model-gateway/core/kit';
import { mapMembers } from '../journal/redaction.ts';
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
 * The request with models that the tenant has, and what gives its answer the name that was asked for;
 * undefined where the tenant has all of them.
 */
export async function withKnownModel(
  context: RuleContext,
  { world: { models } }: TenantGateway,
): Promise<{ readonly request: GatewayRequest; readonly edit: Edit } | undefined> {
  const makes = OUTPUTS[context.operation];
  const body = makes === undefined ? undefined : await context.json();
  if (makes === undefined || !isJsonObject(body)) return undefined;
  const { model, models: others } = body;
  // The gateway refuses what is not text.
  const fallbacks = Array.isArray(others) && others.every(isText) ? others : [];
  const asked = model === undefined ? fallbacks[0] : model;
  if (!isText(asked)) return undefined;
  const { ids, standIns } = modelsOf(models);
  const known = fallbacks.filter((id) => ids.has(id));
  if (ids.has(asked) && known.length === fallbacks.length) return undefined;
  const served = ids.has(asked) ? asked : standIns.get(makes);
  if (served === undefined) return undefined;
  const rest = { model: served, models: known.length > 0 ? known : undefined };
  const request = withJson(context.request, { ...body, ...rest });
  return { request, edit: (answer) => renamed(answer, served, asked) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The ids of a tenant's models, and for each output the model that answers for those it lacks. */
interface Models {
  readonly ids: ReadonlySet<string>;
  readonly standIns: ReadonlyMap<string, string>;
}

type World = TenantGateway['world'];

const modelsOf = oncePerObject((models: World['models']): Models => {
  const standIns = new Map<string, string>();
  // The one that refuses least, and of those the first.
  const byAbilities = models.toSorted((a, b) => abilitiesOf(b) - abilitiesOf(a));
  for (const { model } of byAbilities) {
    for (const output of model.architecture.output_modalities) {
      if (!standIns.has(output)) standIns.set(output, model.id);
    }
  }
  return { ids: new Set(models.map(({ model }) => model.id)), standIns };
});

/** Members of a stream's events that hold the answer, in the dialects of messages and responses. */
const CARRIERS: ReadonlySet<string> = new Set(['message', 'response']);

/** The answer with another name of its model; what the model or the app says stays as it is. */
function renamed(answer: unknown, from: string, to: string): unknown {
  if (!isJsonObject(answer)) return answer;
  return mapMembers(answer, (name, member) => {
    if (name === 'model') return member === from ? to : member;
    return CARRIERS.has(name) ? renamed(member, from, to) : member;
  });
}

function abilitiesOf({ model }: World['models'][number]): number {
  return model.supported_parameters.length;
}

/** The response with other JSON, if it is in memory. */
export function withEdit(response: GatewayResponse, edit: Edit): GatewayResponse {
  const { body } = response;
  if (body.kind === 'json') {
    return { ...response, body: { kind: 'json', value: edit(body.value) } };
  }
  if (body.kind !== 'bytes' || !body.contentType.startsWith('application/json')) return response;
  const value: unknown = JSON.parse(new TextDecoder().decode(concatenate([...body.parts])));
  const text = JSON.stringify(edit(value));
  return { ...response, body: { ...body, parts: [new TextEncoder().encode(text)] } };
}

/** What only few models of a world make, in words. */
const RARE: Readonly<Record<string, string>> = {
  embeddings: 'embeddings',
  rerank: 'rankings',
  image: 'images',
};

/**
 * Says what to do in a 404 for a model that the tenant lacks. An app that speaks to a provider names models without an
 * author, and the gateway has none; which of its models make embeddings, a reader of examples
 * cannot guess.
 */
export async function withModelHint(
  response: GatewayResponse,
  { operation, json }: Pick<RuleContext, 'operation' | 'json'>,
  { world: { models } }: TenantGateway,
): Promise<GatewayResponse> {
  if (response.status !== 404 || response.body.kind !== 'json') return response;
  const asked = await json();
  const { model } = isJsonObject(asked) ? asked : {};
  const { value } = response.body;
  const { error } = isJsonObject(value) ? value : {};
  if (typeof model !== 'string' || !isJsonObject(value) || !isJsonObject(error)) return response;
  const { message } = error;
  if (typeof message !== 'string' || message.includes('did you mean')) return response;
  if (modelsOf(models).ids.has(model)) return response;
  const hint = model.includes('/') ? standInHint(operation, models) : ANY_MODEL;
  if (hint === undefined) return response;
  return {
    ...response,
    body: {
      kind: 'json',
      value: { ...value, error: { ...error, message: `${message}; ${hint}` } },
    },
  };
}

const ANY_MODEL = 'with anyModel: true the mock answers for every model';

function standInHint(operation: string, models: World['models']): string | undefined {
  const makes = OUTPUTS[operation] ?? '';
  const made = RARE[makes];
  const standIn = modelsOf(models).standIns.get(makes);
  return made && standIn && `for ${made} this mock has ${standIn}`;
}
