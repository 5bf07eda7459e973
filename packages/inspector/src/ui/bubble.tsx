import { countTokens } from '@model-gateway/mock';
import { JsonTree } from './json-tree.tsx';

/** A piece of a conversation. */
export interface Said {
  /** `system`, `user`, `assistant` and so on. */
  readonly who: string;
  readonly kind: 'text' | 'reasoning' | 'refusal' | 'call' | 'other';
  /** Of a call, the name of the tool. */
  readonly text: string;
  readonly args?: unknown;
  /** What the tool returned; undefined while that is unknown. */
  readonly result?: string | undefined;
}

/** Something that was said; a call of a tool with what it returned. */
export function Bubble(props: {
  readonly said: Said;
  /** Whether nothing is known of what came after it. */
  readonly isLast?: boolean;
}) {
  const { said, isLast = false } = props;
  const { who, kind, text, args, result } = said;
  const side = who === 'assistant' ? 'bubble from-model' : 'bubble';
  if (kind === 'call') {
    return (
      <div class={side}>
        <h3>Calls {text}</h3>
        <JsonTree value={args} label={`Arguments of ${text}`} />
        {result === undefined ? (
          <p class={isLast ? 'muted' : 'unanswered'}>
            {isLast ? 'Its result is still to come' : 'Its result never came'}
          </p>
        ) : (
          <p class="said">→ {result}</p>
        )}
      </div>
    );
  }
  if (who === 'system' || who === 'developer' || kind === 'reasoning') {
    const title = kind === 'reasoning' ? 'Reasoning' : `Instructions, ${countTokens(text)} tokens`;
    return (
      <details class={side}>
        <summary class="muted">{title}</summary>
        <p class="said muted">{text}</p>
      </details>
    );
  }
  return (
    <div class={side}>
      <h3>{kind === 'refusal' ? `${who} refuses` : who}</h3>
      <p class="said">{kind === 'other' ? `(${text})` : text}</p>
    </div>
  );
}
