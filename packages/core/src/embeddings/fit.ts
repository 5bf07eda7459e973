import type { GatewayError, RequestIssue } from '../errors.ts';
import type { Warning } from '../inference/delivery/header-text.ts';
import { passedOptions } from '../inference/routing/passed-options.ts';
import { unmetParameter } from '../inference/routing/unmet-parameter.ts';
import type {
  EmbeddingContent,
  EmbeddingEndpoint,
  EmbeddingInput,
  EmbeddingJob,
  VectorLengths,
} from '../ports/embedding-provider.ts';
import type { ChatProviderPreferences } from '../resources/chat-provider-preferences.ts';
import { fewestTokens, type InputSize } from './size.ts';

/** What is asked, whichever endpoint serves. */
export interface AskedEmbeddings {
  readonly inputs: readonly EmbeddingInput[];
  readonly sizes: readonly InputSize[];
  readonly encoding: EmbeddingJob['encoding'];
  readonly dimensions: number | undefined;
  readonly inputType: string | undefined;
  readonly preferences: ChatProviderPreferences;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
}

/** What every call of an endpoint has, and what it does not obey. */
export interface EmbeddingFit {
  readonly common: Omit<EmbeddingJob, 'inputs'>;
  readonly warnings: readonly Warning[];
}

/**
 * Fits a request to an endpoint: `input_type` only tunes the vectors, and is left out and reported
 * where it means nothing there; what they are of and how long they are matters. Source: contract
 * §17.3.
 */
export function fitToEndpoint(
  asked: AskedEmbeddings,
  model: string,
  provider: { readonly slug: string; readonly name: string },
  endpoint: EmbeddingEndpoint,
): EmbeddingFit | RequestIssue | GatewayError {
  const { encoding, dimensions, inputType, preferences, user } = asked;
  const refused = (path: string, sentence: string): RequestIssue => ({
    path,
    message: `${path} ${sentence} (${provider.name})`,
  });
  const problem = inputProblem(asked, endpoint);
  if (problem !== undefined) return refused(...problem);
  const lengths = endpoint.dimensions;
  const isUsual = dimensions === undefined || dimensions === lengths.usual;
  if (!isUsual && !mayBe(dimensions, lengths)) {
    return refused('dimensions', `must be ${wordsOf(lengths)}, got ${dimensions}`);
  }
  const isMeant = inputType === undefined || endpoint.inputTypes.has(inputType);
  if (!isMeant && preferences.require_parameters === true) {
    return unmetParameter(model, provider, 'input_type');
  }
  const passed = passedOptions(provider, endpoint, preferences);
  const ignored = [...(isMeant ? [] : ['input_type']), ...passed.ignored];
  return {
    common: {
      model,
      encoding,
      options: passed.options,
      user,
      ...(!isUsual && { dimensions }),
      ...(isMeant && inputType !== undefined && { inputType }),
    },
    warnings: ignored.map((parameter) => ({ parameter, note: 'ignored' })),
  };
}

function mayBe(wanted: number, { from, oneOf }: VectorLengths): boolean {
  if (from !== undefined) return wanted >= from[0] && wanted <= from[1];
  return oneOf?.includes(wanted) ?? false;
}

function wordsOf({ usual, from, oneOf }: VectorLengths): string {
  if (from !== undefined) return `from ${from[0]} to ${from[1]}`;
  if (oneOf !== undefined) return `one of ${oneOf.join(', ')}`;
  return usual === undefined ? 'left out: the length is fixed' : `left out or ${usual}`;
}

/** Returns the path and the sentence of the first input that the endpoint cannot read. */
function inputProblem(
  { inputs, sizes }: AskedEmbeddings,
  { inputs: taken, contextTokens, fetchesMedia = false }: EmbeddingEndpoint,
): [string, string] | undefined {
  for (const [position, input] of inputs.entries()) {
    const size = sizes[position];
    const sentence =
      kindProblem(input, taken, fetchesMedia) ??
      (size !== undefined && fewestTokens(size) > contextTokens
        ? `is longer than ${contextTokens} tokens, the context of the model`
        : undefined);
    if (sentence !== undefined) {
      return [inputs.length === 1 ? 'input' : `input[${position}]`, sentence];
    }
  }
  return undefined;
}

function kindProblem(
  input: EmbeddingInput,
  taken: EmbeddingEndpoint['inputs'],
  fetchesMedia: boolean,
): string | undefined {
  // Most inputs are texts, by the thousand.
  if (input.type !== 'parts' && taken.has(input.type)) return undefined;
  const lacking = contentsOf(input).find((content) => !taken.has(content));
  if (lacking !== undefined) return `must not be or hold ${NOUNS[lacking]}`;
  return !fetchesMedia && hasUrl(input) ? 'must hold media as data URLs' : undefined;
}

function contentsOf(input: EmbeddingInput): readonly EmbeddingContent[] {
  if (input.type !== 'parts') return [input.type];
  return input.parts.map((part) => (part.type === 'text' ? 'text' : part.kind));
}

function hasUrl(input: EmbeddingInput): boolean {
  if (input.type !== 'parts') return false;
  return input.parts.some((part) => part.type === 'media' && part.source.kind === 'url');
}

const NOUNS: Readonly<Record<EmbeddingContent, string>> = {
  text: 'text',
  tokens: 'tokens',
  image: 'an image',
  audio: 'a sound',
  file: 'a file',
  video: 'a film',
};
