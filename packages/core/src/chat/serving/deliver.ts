import type { GatewayResponse } from '../../http/message.ts';
import { TextChunks } from '../../http/text-chunks.ts';
import type { AcceptedAttempt } from '../../inference/attempts/attempt-loop.ts';
import { Answer, type AnswerContext, type Bill } from '../../inference/delivery/answer.ts';
import { warningHeader } from '../../inference/delivery/header-text.ts';
import type { AnswerForm } from './answer-form.ts';
import type { ChatCandidate } from '../routing/candidates.ts';
import type { ChatStep } from './checked-steps.ts';
import { AnswerCollector } from '../collect-answer.ts';
import { FrameStream } from './frame-stream.ts';
import { healed, HEALING } from './heal-answer.ts';
import { hideReasoning } from './hidden-reasoning.ts';
import { payloadBytes } from '../money/payload.ts';
import { Tally } from './tally.ts';

type Accepted = AcceptedAttempt<ChatCandidate, ChatStep>;

/**
 * Answers with frames as the parts come. Where `accepted` is still to come, the answer begins
 * without a provider, and what goes wrong then is a frame, too. Source: contract §12.5, §12.9.
 */
export function deliverStream(
  accepted: Accepted | Promise<Accepted>,
  form: AnswerForm,
  context: AnswerContext,
): GatewayResponse {
  const known = 'steps' in accepted ? accepted.candidate : undefined;
  let served = known;
  const bill = (): Bill => billed(frames.end(), served, form);
  const answer: Answer = new Answer(
    { served: known, idPrefix: 'gen', isStream: true, bill },
    context,
  );
  const { id, created } = answer;
  const frames: FrameStream = new FrameStream({
    accepted,
    facts: { id, created, model: form.request.model, ...repeated(form, context) },
    form,
    onAccepted(candidate) {
      served = candidate;
      answer.servedBy(candidate);
      form.onServed(candidate);
    },
    trace: context.trace,
  });
  const { keepAlive } = form.dialect;
  const texts = answer.stream(frames, keepAlive, (text) => {
    if (text !== keepAlive) frames.taken();
  });
  const chunks = new TextChunks(texts);
  return {
    status: 200,
    headers: { ...answer.headers, ...(known && warningHeader(form.warningsOf(known))) },
    body: { kind: 'stream', chunks, contentType: EVENTS_TYPE, signal: texts.signal },
  };
}

const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

/** Answers with JSON: all parts have come. Source: contract §12.5. */
export function deliverWhole(
  { candidate, opening }: Accepted,
  form: AnswerForm,
  context: AnswerContext,
): Promise<GatewayResponse> {
  const tally = new Tally(candidate);
  const { provider, model } = candidate;
  const { trace } = context;
  form.onServed(candidate);
  const bill = () => billed(tally.bill, candidate, form);
  const answer = new Answer({ served: candidate, idPrefix: 'gen', isStream: false, bill }, context);
  const collector = new AnswerCollector();
  let bytes = 0;
  for (const parts of opening) {
    for (const part of parts) collector.add(part);
    tally.heard(parts);
    bytes += payloadBytes(parts);
  }
  const result = collector.result();
  tally.took(bytes);
  tally.completed();
  trace?.output();
  trace?.textMade(bytes);
  for (const block of result.blocks) if (block.type === 'text') trace?.text(block.text);
  if (result.finish !== undefined) trace?.note({ finishReason: result.finish.reason });
  const { dialect, request } = form;
  const mended = form.mayHeal ? healed(result) : undefined;
  const written = mended ?? result;
  const shown =
    request.reasoning?.isHidden === true
      ? { ...written, blocks: hideReasoning(written.blocks, dialect.hiddenReasoning) }
      : written;
  const { id, created } = answer;
  const more = repeated(form, context);
  const facts = { id, created, model, provider: provider.name, ...more };
  const value = dialect.writeAnswer(shown, facts, tally.written(bytes));
  const known = form.warningsOf(candidate);
  const warnings = mended === undefined ? known : [...known, { ...HEALING, note: 'healed' }];
  return answer.whole({ kind: 'json', value }, warningHeader(warnings));
}

function billed(bill: Bill, served: ChatCandidate | undefined, form: AnswerForm): Bill {
  if (served !== undefined && (bill.usage?.cacheReadTokens ?? 0) > 0) form.onCacheRead(served);
  return bill;
}

/** What some dialects tell beside the answer. */
function repeated({ echo, routing }: AnswerForm, { clock }: AnswerContext) {
  return { echo, routing, now: () => Math.floor(clock.now() / 1000) };
}
