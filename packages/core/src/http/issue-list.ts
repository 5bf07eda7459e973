import { MOST_ISSUES, type RequestIssue } from '../errors.ts';

/**
 * The problems of a request: the first 100 in words, the others counted. A body of 200 kB can have
 * 100,000 problems, and a sentence for each would cost a hundred times what was sent.
 * Source: contract §1.5.
 */
export class IssueList {
  readonly #issues: RequestIssue[] = [];
  #more = 0;

  get issues(): readonly RequestIssue[] {
    return this.#issues;
  }

  /** How many there are besides `issues`. */
  get more(): number {
    return this.#more;
  }

  get isEmpty(): boolean {
    return this.#issues.length === 0;
  }

  /** `inWords` is only called for a problem that is kept. */
  add(inWords: () => RequestIssue): void {
    if (this.#issues.length < MOST_ISSUES) this.#issues.push(inWords());
    else this.#more++;
  }
}
