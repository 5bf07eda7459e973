import type { JsonObject } from '../../../json-value.ts';
import type { Block, Sealed } from '../../../ports/conversation.ts';
import { unpackSealed } from '../../sealed-text.ts';
import { given } from '../members.ts';

type Details = readonly (JsonObject & { readonly type: string })[];

/**
 * Reads the reasoning of an earlier answer. Consecutive pieces of one kind are one block, as the
 * answer streamed them; a signature ends its block. Data whose issuer is unknown is left out
 * and reported, because nobody could read it.
 */
export function readReasoningDetails(details: Details): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [position, detail] of details.entries()) {
    const isSummary = detail.type === 'reasoning.summary';
    if (!isSummary && detail.type !== 'reasoning.text') {
      isOpen = false;
      const sealed = sealedIn(detail['data']);
      const isOfCall = typeof detail['id'] === 'string';
      if (detail.type === 'reasoning.encrypted' && sealed !== undefined && !isOfCall) {
        const last = details[position - 1];
        const isOfSummary = last?.type === 'reasoning.summary' && last['index'] === detail['index'];
        const summary = isOfSummary ? blocks.pop() : undefined;
        const before = summary?.type === 'reasoning' ? summary : HIDDEN;
        blocks.push({ ...before, sealed });
      }
      continue;
    }
    const text = detail[isSummary ? 'summary' : 'text'];
    const sealed = sealedIn(detail['signature']);
    const last = isOpen ? blocks.at(-1) : undefined;
    const isSame = last?.type === 'reasoning' && last.isSummary === isSummary;
    const before = isSame ? last.text : '';
    if (isSame) blocks.pop();
    const whole = before + (typeof text === 'string' ? text : '');
    blocks.push({ type: 'reasoning', text: whole, isSummary, ...given({ sealed }) });
    isOpen = sealed === undefined;
  }
  return blocks;
}

const HIDDEN = { type: 'reasoning', text: '', isSummary: false } as const;

/** Returns the sealed data of calls, by their ids. */
export function sealsOfCalls(details: Details): ReadonlyMap<string, Sealed> {
  const seals = new Map<string, Sealed>();
  for (const { type, id, data } of details) {
    const sealed = type === 'reasoning.encrypted' ? sealedIn(data) : undefined;
    if (typeof id === 'string' && sealed !== undefined) seals.set(id, sealed);
  }
  return seals;
}

function sealedIn(text: unknown): Sealed | undefined {
  return typeof text === 'string' ? unpackSealed(text) : undefined;
}

/** Returns whether sealed data is among them that nobody could read. */
export function hasUnreadable(details: Details): boolean {
  return details.some(({ data, signature }) =>
    [data, signature].some(
      (text) => typeof text === 'string' && text !== '' && sealedIn(text) === undefined,
    ),
  );
}
