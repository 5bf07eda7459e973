/**
 * Small parts that the packages of this project share. Not part of the public interface: names here
 * may change in any release.
 */
export { budgetWindow, type BudgetWindow } from './accounts/budget-window.ts';
export { remainingOf, spentWithin } from './accounts/budgets-of.ts';
export { toBudget } from './accounts/checked-budgets.ts';
export { canonicalId } from './accounts/canonical-id.ts';
export { counterOf } from './accounts/counter-of.ts';
export { rateDecision } from './accounts/rate-decision.ts';
export { toGuardrail } from './accounts/guardrails.ts';
export { memberId } from './accounts/member-id.ts';
export { unknownGuardrail } from './memory/guardrail-store.ts';
export { sumOfActivity } from './accounts/sum-of-activity.ts';
export { RateWindows } from './memory/rate-windows.ts';
export { utcDay } from './accounts/utc-day.ts';
export { addAll } from './add-all.ts';
export { isBase64 } from './bytes/is-base64.ts';
export { BodyMemory } from './bytes/body-memory.ts';
export { LongText, type LentPieces } from './bytes/long-text.ts';
export { freeMemoryOf, isAlone } from './bytes/own-memory.ts';
export { OpenList } from './open-list.ts';
export { diagnosticError, type DiagnosticEntry } from './diagnostic.ts';
export { codeOf } from './error-code.ts';
export { LINEAR_ENGINE } from './destinations/regex/linear-engine.ts';
export { checkOptions, optionsNamed, type OptionTable } from './input/check-options.ts';
export * from './input/value-rule.ts';
export { didYouMean, nearestWord } from './input/did-you-mean.ts';
export { KEEP_ALIVE, withKeepAlive } from './http/keep-alive.ts';
export { foreignHost, foreignPage } from './http/foreign-caller.ts';
export { isAddress, isLoopback } from './http/host-name.ts';
export { ASPECT_RATIOS } from './resources/image-request.ts';
export { kindOf, quoteValue, shorten } from './input/quote.ts';
export { checkImage } from './images/media-type.ts';
export { longTextOf, mediaSource } from './inference/media-source.ts';
export { isTooDeep, MOST_INPUT_LEVELS } from './input-levels.ts';
export { argumentsIn, jsonIn, jsonOrText } from './json-in.ts';
export { oncePerObject } from './once-per-object.ts';
export { isJsonObject, type JsonObject } from './json-value.ts';
export { parseExactly } from './long-numbers.ts';
export { closingQuote } from './input/json-tokens.ts';
export { createUnknownMemberFinder, type UnknownMemberFinder } from './input/unknown-members.ts';
export { isDecimalSchema, type DecimalSchema } from './input/decimal-schema.ts';
export { createQueryReader, type QueryReading, type QuerySchema } from './input/query-string.ts';
export {
  createJsonReader,
  readJson,
  type JsonReader,
  type JsonReading,
} from './input/read-json.ts';
export { createBodyCheck, type BodyCheckOptions, type BodyReading } from './input/check-body.ts';
export { decodeSegment } from './pipeline/router.ts';
export { createInputReader, type Input, type RawInput } from './pipeline/read-input.ts';
export { createRouter, type Routable, type RouteMatch, type Router } from './pipeline/router.ts';
export {
  createOperationSet,
  GATEWAY_OPERATIONS,
  type FoundOperation,
  type OperationSet,
} from './pipeline/operation-set.ts';
export { readConversation } from './operations/read-conversation.ts';
export { heardStream, heardWhole, StreamHearing, type HeardAnswer } from './chat/heard-answer.ts';
export { wordSet } from './chat/dialects/members.ts';
export { parameterNames } from './chat/parameter-names.ts';
export { saidIn, systemOf, type Said } from './chat/said.ts';
export { searchFromWire, translateAnswer } from './dialect/dialect.ts';
export { isLike, type ObjectMatching } from './matching/is-like.ts';
export { matcherIn, MATCHERS, type MatcherName, type MatcherUse } from './matching/matchers.ts';
export { matcherProblem, patternProblem } from './matching/pattern-problem.ts';
export { CHAT_PARAMETERS } from './ports/chat-provider.ts';
export { nextTurn } from './ports/next-turn.ts';
export { createSteadyClock } from './ports/steady-clock.ts';
export { described, optional } from './resources/described.ts';
export { abortable, forever, wait, within } from './ports/wait.ts';
export { present } from './present.ts';
export { requireNode } from './require-node.ts';
export { NOT_KEPT } from './resources/generation.ts';
export { createRandomSource, type RandomSource } from './random-source.ts';
export { maskKey, mintKey, type MintedKey } from './secrets/mint-key.ts';
export {
  ASSIGNMENTS,
  isSecretAssignment,
  KEY_PREFIXES,
  replaceSecrets,
  SECRET_LOOKS,
} from './secrets/secret-looks.ts';
export {
  isPasswordName,
  isSecretName,
  isSecretParameter,
  wordsOfName,
} from './secrets/secret-name.ts';
export { endsLikeSecret } from './secret-words.ts';
