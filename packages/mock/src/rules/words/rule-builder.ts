import type { HeldChat } from '../../chat/held-chat.ts';
import type { HeldStream } from '../../streams/held-stream.ts';
import { createAction } from '../actions/index.ts';
import { holdConversation, holdImages } from '../actions/hold-stream.ts';
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
   * For images and conversations, and a request with `stream: true`.
   */
  stream(): Operation extends Talk ? HeldChat : HeldStream;
}

/** The operations that continue conversations. */
export type Talk = 'chat' | 'createChatCompletion' | 'createMessage' | 'createResponse';

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
      const { target } = scope;
      checkHolds(target);
      const hold = target === 'createImage' ? holdImages : holdConversation;
      const { stream, action } = hold(disposed);
      book.add(toRule(scope, action));
      // Which of the two it is follows from the operation.
      return stream as Operation extends Talk ? HeldChat : HeldStream;
    },
  };
}
