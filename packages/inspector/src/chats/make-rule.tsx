import { control } from '../api/control.ts';
import type { RequestDetail } from '../api/types.ts';
import { chatPatternFor, chatRulesFor } from '../copy-as/chat-rules.ts';
import { toRuleJson, whereJson } from '../copy-as/rule-json.ts';
import { refreshRules, rulesPathOf } from '../state/rules.ts';
import type { ShownStream } from '../streams/use-stream.ts';
import { attempt, say } from '../ui/notice.tsx';

/** Adds rules for conversations like that of a request: its answer, and what may go wrong with it. */
export function MakeRule(props: {
  readonly tenant: string;
  readonly request: RequestDetail;
  /** The moment that is shown is where a stream is cut. */
  readonly stream: ShownStream | undefined;
}) {
  const { tenant, request, stream } = props;
  const pattern = chatPatternFor(request);
  if (pattern === undefined) return null;
  const where = whereJson(pattern);
  const add = (...rules: readonly object[]) =>
    void attempt(async () => {
      await control('POST', rulesPathOf(tenant), { rules });
      await refreshRules();
      say(`Rule added for ${pattern.user === undefined ? 'conversations' : `“${pattern.user}”`}`);
    });
  const again = toRuleJson(chatRulesFor([request]));
  const afterDeltas = stream?.recorded.deltasAt(stream.playback.position);
  return (
    <div class="copies" role="group" aria-label="Make a rule for this">
      <span class="muted">Make a rule for this</span>
      {again.length > 0 && (
        <button type="button" onClick={() => add(...again)}>
          same answer
        </button>
      )}
      {afterDeltas !== undefined && (
        <button
          type="button"
          onClick={() => add({ ...where, end: { ending: 'abort', after_deltas: afterDeltas } })}
        >
          cut after {afterDeltas} {afterDeltas === 1 ? 'delta' : 'deltas'}
        </button>
      )}
      <button type="button" onClick={() => add({ ...where, refuse: "I can't help with that." })}>
        refuse
      </button>
      <button type="button" onClick={() => add({ ...where, fail: 529 })}>
        fail with 529
      </button>
    </div>
  );
}
