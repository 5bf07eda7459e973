import { errorOf } from '../api/control.ts';
import { eventsOf } from '../api/events.ts';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';

/** What is known of an answer so far. */
export interface TalkState {
  readonly isRunning: boolean;
  readonly body: unknown;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: string | undefined;
  readonly usage: unknown;
  readonly warnings: string | undefined;
  readonly problem: string | undefined;
}

/** A call of a tool; its arguments grow. */
export interface ToolCall {
  readonly name: string;
  readonly args: string;
}

/** Asks a model, and reports each state of its answer. */
export async function talk(
  tenant: Tenant,
  body: object,
  report: (state: TalkState) => void,
): Promise<void> {
  let state: TalkState = {
    isRunning: true,
    body,
    text: '',
    reasoning: '',
    calls: [],
    finish: undefined,
    usage: undefined,
    warnings: undefined,
    problem: undefined,
  };
  const update = (change: Partial<TalkState>) => report((state = { ...state, ...change }));
  update({});
  try {
    const response = await askGateway(tenant, '/chat/completions', { method: 'POST', body });
    if (!response.ok) throw await errorOf(response);
    update({ warnings: response.headers.get('x-gateway-warnings') ?? undefined });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    // The types are those of the API's description.
    if (isStream !== true) update(changeOf((await response.json()) as Chunk, state));
    else {
      for await (const { data } of eventsOf(response)) {
        if (data !== '[DONE]') update(changeOf(JSON.parse(data) as Chunk, state));
      }
    }
  } catch (error) {
    update({ problem: error instanceof Error ? error.message : String(error) });
  } finally {
    update({ isRunning: false });
  }
}

/** A whole answer, or a piece of one. Source: the API's description. */
interface Chunk {
  readonly choices?: readonly {
    readonly delta?: Said;
    readonly message?: Said;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: unknown;
  readonly error?: { readonly message?: string };
}

interface Said {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

function changeOf({ choices = [], usage, error }: Chunk, state: TalkState): Partial<TalkState> {
  const [choice] = choices;
  const said = choice?.delta ?? choice?.message ?? {};
  const calls = [...state.calls];
  for (const [position, { index = position, function: called }] of (
    said.tool_calls ?? []
  ).entries()) {
    const known = calls[index] ?? { name: '', args: '' };
    const { name = '', arguments: args = '' } = called ?? {};
    calls[index] = { name: known.name + name, args: known.args + args };
  }
  return {
    text: state.text + (said.content ?? '') + (said.refusal ?? ''),
    reasoning: state.reasoning + (said.reasoning ?? ''),
    calls,
    finish: choice?.finish_reason ?? state.finish,
    usage: usage ?? state.usage,
    problem: error === undefined ? state.problem : (error.message ?? 'The stream broke off'),
  };
}
