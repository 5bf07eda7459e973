import { chargeOf } from '../inference/money/charge.ts';
import type { ConversationOptions } from '../inference/service.ts';
import { wholeKind } from '../inference/whole-kind.ts';
import type { Kind } from '../inference/infer.ts';
import { add, formatDecimal, parseDecimal, toNumber, ZERO } from '../money/decimal.ts';
import type {
  EmbeddingAnswer,
  EmbeddingCall,
  EmbeddingUsage,
} from '../ports/embedding-provider.ts';
import { present } from '../present.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import type { EmbeddingCandidate } from './candidates.ts';
import { checkedAnswer } from './check-answer.ts';
import { estimatedTokens } from './size.ts';
import { lengthOf } from './vectors.ts';
import { writeEmbeddings } from './write-answer.ts';

/** Returns how a request for embeddings is served. A step is the answer to one batch. */
export function embeddingKind(
  options: ConversationOptions,
  trace: GenerationTrace | undefined,
): Kind<EmbeddingCandidate, Embedded> {
  return wholeKind({
    inputPath: 'input',
    options,
    trace,
    *calls({ face, batches, common }, context) {
      for (const { inputs } of batches) {
        const job = { ...common, inputs };
        yield async () => {
          const call = face.embed(job, context);
          hold(call);
          return { ...checkedAnswer(await call, job), call };
        };
      }
    },
    answer(candidate, answers) {
      const { common, warnings, images } = candidate;
      const vectors = answers.flatMap((answer) => answer.vectors);
      const usage = usageOf(candidate, answers);
      const { promptTokens, imageTokens: inputImageTokens, costUsd: said, isEstimated } = usage;
      const counts = present({ inputTokens: promptTokens, inputImageTokens, costUsd: said });
      const charge = chargeOf(counts, candidate, { images });
      const { usd: costUsd, items } = charge;
      const [first] = vectors;
      trace?.vectors(vectors.length, (first && lengthOf(first)) ?? 0);
      return {
        warnings,
        bill: { usage: { promptTokens, ...(isEstimated && { isEstimated }) }, costUsd, items },
        onSent: freeing(answers),
        write(facts) {
          const cost = toNumber(charge.sum);
          return writeEmbeddings(vectors, common.encoding, { ...facts, promptTokens, cost });
        },
      };
    },
  });
}

/** An answer, and the call that may free its memory. */
interface Embedded extends EmbeddingAnswer {
  readonly call: EmbeddingCall;
}

/** How many requests have a call that may be freed, since a provider may keep its calls. */
const holders = new WeakMap<EmbeddingCall, number | 'freed'>();

function hold(call: EmbeddingCall): void {
  if (call.free === undefined) return;
  const before = holders.get(call) ?? 0;
  if (before === 'freed') {
    throw new TypeError(
      'embed returned a call again whose memory is freed: a provider that keeps answers returns promises of its own, which have no free',
    );
  }
  holders.set(call, before + 1);
}

/** Frees a call, unless another request has it, too. */
function free(call: EmbeddingCall): void {
  if (holders.get(call) !== 1) return;
  holders.set(call, 'freed');
  call.free?.();
}

function freeing(answers: readonly Embedded[]): (() => void) | undefined {
  if (answers.every(({ call }) => call.free === undefined)) return undefined;
  return () => {
    for (const { call } of answers) free(call);
  };
}

interface WholeUsage extends EmbeddingUsage {
  readonly promptTokens: number;
  /** Whether a batch was not counted. */
  readonly isEstimated: boolean;
}

/** Returns what was counted over all batches; what was not is estimated. Source: contract §17.4. */
function usageOf({ batches }: EmbeddingCandidate, answers: readonly EmbeddingAnswer[]): WholeUsage {
  const told = answers.map(({ usage = {} }) => usage);
  const tokens = told.map(
    ({ promptTokens }, at) => promptTokens ?? estimatedTokens(batches[at]?.sizes ?? []),
  );
  const amounts = told
    .flatMap(({ costUsd = '' }) => parseDecimal(costUsd) ?? [])
    .filter(({ units }) => units >= 0n);
  return {
    promptTokens: tokens.reduce((sum, count) => sum + count, 0),
    imageTokens: told.reduce((sum, { imageTokens = 0 }) => sum + imageTokens, 0),
    isEstimated: told.some(({ promptTokens }) => promptTokens === undefined),
    // An amount for some of the batches says nothing of the others.
    ...(amounts.length === told.length && { costUsd: formatDecimal(amounts.reduce(add, ZERO)) }),
  };
}
