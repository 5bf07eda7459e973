/** As long as OpenAI takes one. */
const LONGEST = 64;

/** Gives each call of an answer an id of its own, which the server's is unless it has none or repeats one. */
export class CallIds {
  /** Made for the first call: most answers have none. */
  #given: Set<string> | undefined;

  of(id: string | undefined, answerId: string | undefined, block: number): string {
    const base = (id ?? madeId(answerId, block)).slice(0, LONGEST);
    const given = (this.#given ??= new Set());
    let unique = base;
    for (let count = 2; given.has(unique); count++) {
      const end = `_${count}`;
      unique = base.slice(0, LONGEST - end.length) + end;
    }
    given.add(unique);
    return unique;
  }
}

/** Of the id of an answer, which is read again for each call: ids of all servers are shorter. */
const MOST_READ = 256;

/** The id of the answer makes it another one in every turn. */
function madeId(answerId: string | undefined, block: number): string {
  const read = (answerId ?? '').slice(-MOST_READ);
  const answer = read.replace(/[^\w-]/g, '').slice(-40);
  return answer === '' ? `call_${block}` : `call_${answer}_${block}`;
}
