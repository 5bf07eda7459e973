/** The parts of chunks that clients put together. */
interface Chunk {
  readonly choices: readonly {
    readonly delta: Readonly<Record<string, unknown>> & {
      readonly content?: string;
      readonly refusal?: string;
      readonly reasoning?: string;
      readonly reasoning_details?: readonly Detail[];
      readonly tool_calls?: readonly CallDelta[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: object;
}

export interface Detail {
  readonly type: string;
  readonly index: number;
  readonly id: string | null;
  readonly text?: string;
  readonly summary?: string;
  readonly signature?: string;
  readonly data?: string;
}

interface CallDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

/** A message as official clients put it together from the frames of a stream. */
export interface Rejoined {
  content: string;
  refusal: string;
  reasoning: string;
  readonly calls: { id: string; name: string; arguments: string }[];
  readonly details: Detail[];
  finish: string | null;
}

/** Puts the frames of a stream together: text appended, calls by index, details by neighbours. */
export function rejoin(payloads: readonly string[]): Rejoined {
  const joined: Rejoined = {
    content: '',
    refusal: '',
    reasoning: '',
    calls: [],
    details: [],
    finish: null,
  };
  for (const payload of payloads) {
    if (payload === '[DONE]') continue;
    // Printed by the writer under test; a wrong shape shows as a difference.
    const [choice] = (JSON.parse(payload) as Chunk).choices;
    if (choice === undefined) continue;
    const { delta } = choice;
    joined.content += delta.content ?? '';
    joined.refusal += delta.refusal ?? '';
    joined.reasoning += delta.reasoning ?? '';
    joined.finish = choice.finish_reason ?? joined.finish;
    for (const {
      index,
      id,
      function: { name, arguments: text },
    } of delta.tool_calls ?? []) {
      if (id !== undefined && name !== undefined) joined.calls[index] = { id, name, arguments: '' };
      const call = joined.calls[index];
      if (call !== undefined) call.arguments += text;
    }
    for (const detail of delta.reasoning_details ?? []) addDetail(joined.details, detail);
  }
  return joined;
}

function addDetail(details: Detail[], detail: Detail): void {
  const last = details.at(-1);
  const isSame = last?.type === detail.type && last.index === detail.index;
  if (!isSame || detail.type === 'reasoning.encrypted') return void details.push(detail);
  details[details.length - 1] = {
    ...last,
    ...detail,
    ...(last.text !== undefined && { text: last.text + (detail.text ?? '') }),
    ...(last.summary !== undefined && { summary: last.summary + (detail.summary ?? '') }),
  };
}
