/**
 * The memory of a request's body, as far as texts of it stay bytes. Freed once its request is over and
 * whatever it was lent to has given it back. Code that forgets to give it back leaves it to V8, which
 * is always safe.
 */
export class BodyMemory {
  readonly #free: () => void;
  /** Borrowers that have it. */
  #lent = 0;
  #isOver = false;
  #isKept = false;
  #isFreed = false;

  /** @param free called at most once, when no code will read it */
  constructor(free: () => void) {
    this.#free = free;
  }

  /** Throws where it was freed: its bytes are gone. */
  check(): void {
    if (this.#isFreed) throw new Error(FREED);
  }

  /** Leaves it to V8: some code may have it for longer than the request. */
  keep(): void {
    this.check();
    this.#isKept = true;
  }

  /** Lends it; returns what gives it back, which is idempotent. */
  lend(): () => void {
    this.check();
    this.#lent++;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#lent--;
      this.#look();
    };
  }

  /**
   * Says that no code reads its texts any more, except for borrowers: its request is over, or none of
   * them stayed bytes.
   */
  end(): void {
    this.#isOver = true;
    this.#look();
  }

  #look(): void {
    if (!this.#isOver || this.#isKept || this.#isFreed || this.#lent > 0) return;
    this.#isFreed = true;
    this.#free();
  }
}

const FREED =
  'a long text of a request was read after its answer, when its memory was free: read it before, or ' +
  'send answers with sendResponse';
