import type { ResponseFault, WireFault } from './faults/wire-fault.ts';
import type { Duration } from '../clock/virtual-clock.ts';
import type { TimesOption } from './action.ts';
import type { EndOptions } from './actions/end.ts';
import type { FailAlwaysOptions, FailOptions, FailureStatus } from './actions/fail.ts';
import type { Reply, ReplyFunction } from './actions/reply.ts';
import type { AnyOperation } from './operation-types.ts';
import type { RequestPattern } from './request-pattern.ts';
import type { RuleBook } from './rule-book.ts';
import type { RuleHandle } from './rule-handle.ts';
import type { RuleTemplate } from './rule-template.ts';
import type { HeldStream } from '../streams/held-stream.ts';
import { holdStream } from './actions/hold-stream.ts';
import type { StreamEnding } from '../streams/endings.ts';
import { checkStreams, toRule } from './to-rule.ts';

/**
 * Says which requests of a tenant a rule is for; each of the actions adds one, in front of all that
 * are there.
 */
export interface RuleBuilder<
  Operation extends AnyOperation,
  Fault extends WireFault = ResponseFault,
> {
  /**
   * Only requests like this. Said twice, both must hold.
   *
   *     t.on('createImage').where({ body: { prompt: { contains: 'panda' } } }).fail(429);
   */
  where(pattern: RequestPattern<Operation>): RuleBuilder<Operation, Fault>;
  /** Names the rule in the journal and in `x-mock-rule`. */
  as(id: string): RuleBuilder<Operation, Fault>;
  /**
   * Answers one request, or `times`, with an error of the gateway. Clients are told to come again at
   * once, so that their retries take no time.
   */
  fail(status: FailureStatus, options?: FailOptions): RuleHandle;
  /** The same for every request, until the rule is removed. Some SDKs try again for an hour. */
  failAlways(status: FailureStatus, options?: FailAlwaysOptions): RuleHandle;
  /** Keeps one request, or `times`, waiting on the tenant's clock; then it is answered as usual. */
  delay(duration: Duration, options?: TimesOption): RuleHandle;
  /** Answers one request, or `times`, with this, or with what this function makes of the request. */
  reply(reply: Reply | ReplyFunction<Operation>, options?: TimesOption): RuleHandle;
  /** Breaks the answer to one request, or `times`, below HTTP or in its framing. */
  fault(fault: Fault, options?: TimesOption): RuleHandle;
  /**
   * Ends the stream of one answer, or `times`, in this way: for createImage, and requests with
   * `stream: true`.
   */
  end(ending: StreamEnding, options?: EndOptions): RuleHandle;
  /**
   * Holds the stream of one answer: its client gets what the test sends, when the test sends it. For
   * createImage, and a request with `stream: true`.
   */
  stream(): HeldStream;
}

/** A builder whose rules go into a book, of a tenant that is there until `disposed`. */
export function toRuleBuilder<Operation extends AnyOperation, Fault extends WireFault>(
  template: RuleTemplate<Operation>,
  book: Pick<RuleBook, 'add'>,
  disposed: AbortSignal,
): RuleBuilder<Operation, Fault> {
  return {
    where: (pattern) => toRuleBuilder(template.where(pattern), book, disposed),
    as: (id) => toRuleBuilder(template.as(id), book, disposed),
    fail: (status, options) => book.add(template.fail(status, options)),
    failAlways: (status, options) => book.add(template.failAlways(status, options)),
    delay: (duration, options) => book.add(template.delay(duration, options)),
    reply: (given, options) => book.add(template.reply(given, options)),
    fault: (fault, options) => book.add(template.fault(fault, options)),
    end: (ending, options) => book.add(template.end(ending, options)),
    stream() {
      const { scope } = template;
      checkStreams(scope.operation);
      const { stream, action } = holdStream(disposed);
      book.add(toRule(scope, action));
      return stream;
    },
  };
}
