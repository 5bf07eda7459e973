import type { ValueRule } from '@model-gateway/core/kit';
import { chatPart } from '../chat/chat-part.ts';
import { checkChatEntry } from '../chat/check-chat-entry.ts';
import { checkVectorEntry } from '../embeddings/check-vector-entry.ts';
import { vectorPart } from '../embeddings/vector-part.ts';
import type { AccessOptions } from '../options/access-options.ts';
import { checkIsObject, checkProviderOptions } from '../options/check-options.ts';
import { keyTester } from '../options/key-test.ts';
import { namedOf, of, openProvider, type ProviderBase } from '../options/provider-base.ts';
import { kindOf, knownModels, splitEntries, type Made } from './model-kinds.ts';

/**
 * Checks the options of a provider and makes its parts, all but that of images, whose entries of
 * `models` it returns. `wire` says what the wire settings of images may be. Throws `TypeError` for
 * invalid options.
 */
export function openParts<Wire, Own>(
  definition: ProviderBase<Own> & Made<Own>,
  options: AccessOptions &
    Own & { readonly models?: Readonly<Record<string, unknown>> | undefined },
  wire: Readonly<Record<string, ValueRule>> | undefined,
) {
  checkIsObject(options);
  const named = namedOf(definition, options);
  const known = knownModels(definition, options);
  const { http, apiKey, models: entries } = options;
  const { slug, env, options: own = {}, chat, vectors, keyTest } = definition;
  checkProviderOptions(
    options,
    { ...named, apiKey, http, models: entries },
    {
      factory: of(slug, options) || 'this provider',
      own,
      wire,
      env,
      hasTable: Object.values(known).some((table) => Object.keys(table).length > 0),
      checkOther(place, id, entry) {
        const kind = kindOf(id, entry, known);
        if (kind === undefined) refuse(place);
        if (kind === 'chat') checkChatEntry(place, entry);
        else if (kind !== 'images') checkVectorEntry(place, entry, kind);
        return kind !== 'images';
      },
    },
  );
  const { images, ...split } = splitEntries<Wire>(entries, known);
  const opened = openProvider(definition, options, named);
  const failures = [...(chat?.failures(options) ?? []), ...(vectors?.failures?.(options) ?? [])];
  return {
    named,
    opened,
    known,
    images,
    language: chat && chatPart(chat, split.chat, options, named, opened),
    vector: vectors && vectorPart(vectors, split, options, named, opened),
    keyTest: keyTester(keyTest, opened, failures),
  };
}

function refuse(place: string): never {
  throw new TypeError(
    `${place} is not a known model of embeddings or rankings: say its task, context and pricing`,
  );
}
