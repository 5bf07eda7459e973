import type { GatewayError, RequestIssue } from '../../errors.ts';
import type { GatewayRequest } from '../../http/message.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import type { JsonObject } from '../../json-value.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import type { ChatResult } from '../collect-answer.ts';
import type { AnswerFacts } from './answer-facts.ts';
import type { Plugins } from './read-plugins.ts';
import type { WrittenUsage } from './written-usage.ts';

/**
 * What clients speak: how a request is read, and how answers and streams are written. One value for
 * each, all of the same shape; what lies between reading and writing knows none of them. Source:
 * contract §12.
 */
export interface Dialect<Body> {
  /** Reads a body that fits its schema; issues instead for what the schema cannot say. */
  read(body: Body, request: Pick<GatewayRequest, 'headers'>): ReadConversation | RequestIssues;
  /** What was said so far, as text, for observers that want content. */
  promptOf(body: Body): string;
  /** Where the conversation stands in the body, for errors about it. */
  readonly inputPath: string;
  /** What it calls a parameter, where that is not its name in chat completions. */
  readonly parameterNames?: Readonly<Record<string, string>>;
  /** Writes a whole answer. */
  writeAnswer(result: ChatResult, facts: AnswerFacts, usage: WrittenUsage): JsonObject;
  /** Prepares writing one stream. */
  createWriter(facts: AnswerFacts, request: ChatRequest): StreamWriter;
  /** A frame that says nothing and keeps the connection open. */
  readonly keepAlive: string;
  /**
   * What is left of reasoning that the client does not want to see: `seals`, where a client has to
   * send them back, or nothing.
   */
  readonly hiddenReasoning: 'seals' | 'nothing';
}

type RequestIssues = readonly RequestIssue[];

/** A request of any dialect: the conversation, and what the client wishes of the gateway. */
export interface ReadConversation {
  readonly request: ChatRequest;
  /** Models to try, in order, without repetitions. */
  readonly models: readonly string[];
  readonly preferences: ChatProviderPreferences;
  readonly user: string | undefined;
  readonly sessionId: string | undefined;
  /** Names a prefix that many conversations share, for want of a session. */
  readonly cacheKey: string | undefined;
  /** What the gateway leaves out whichever endpoint serves. */
  readonly warnings: readonly Warning[];
  /** What the gateway does to the conversation and its answer by itself. */
  readonly plugins: Plugins;
  /** What the answer repeats of the request, in dialects whose answers do. */
  readonly echo?: JsonObject;
}

/** Writes one answer as the frames of a stream: each method returns texts of whole frames, in order. */
export interface StreamWriter {
  /** Writes the parts of one network read. */
  write(parts: readonly ChatPart[]): readonly string[];
  /** Writes what follows the last part. */
  end(usage: WrittenUsage): readonly string[];
  /** Writes the end of a stream that broke. */
  fail(error: GatewayError): readonly string[];
}
