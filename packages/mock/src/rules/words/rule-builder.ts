import type { HeldStream } from '../../streams/held-stream.ts';
import { createAction } from '../actions/index.ts';
import { holdStream } from '../actions/hold-stream.ts';
import type { ResponseFault, WireFault } from '../wire-fault.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { RuleBook } from '../rule-book.ts';
import type { RuleHandle } from '../rule-handle.ts';
import { checkHolds } from '../rule-target.ts';
import type { RuleTemplate } from './rule-template.ts';
import { wordsOf, type RuleScoping, type RuleWords } from './rule-words.ts';
import { toRule } from '../to-rule.ts';

/** Selects the requests of a tenant; each action adds a rule for them, in front of all others. */
export interface RuleBuilder<
  Operation extends AnyOperation,
  Fault extends WireFault = ResponseFault,
>
  extends
    RuleScoping<Operation, RuleBuilder<Operation, Fault>>,
    RuleWords<Operation, Fault, RuleHandle> {
  /**
   * Holds the stream of one answer: its client gets what the test sends, when the test sends it.
   * For createImage, and a request with `stream: true`.
   */
  stream(): HeldStream;
}

/** A builder whose rules go into a book, of a tenant that exists until `disposed`. */
export function toRuleBuilder<Operation extends AnyOperation, Fault extends WireFault>(
  template: RuleTemplate<Operation>,
  book: Pick<RuleBook, 'add'>,
  disposed: AbortSignal,
): RuleBuilder<Operation, Fault> {
  const { scope } = template;
  return {
    ...wordsOf((word, args) => book.add(toRule(scope, createAction(word, args)))),
    where: (pattern) => toRuleBuilder(template.where(pattern), book, disposed),
    as: (id) => toRuleBuilder(template.as(id), book, disposed),
    stream() {
      checkHolds(scope.target);
      const { stream, action } = holdStream(disposed);
      book.add(toRule(scope, action));
      return stream;
    },
  };
}
