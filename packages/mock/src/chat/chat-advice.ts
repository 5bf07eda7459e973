/** Returns the rule that would answer what a user said last, to be pasted into a test. */
export function chatAdvice(last: string, object: 'gateway' | 'tenant' = 'tenant'): string {
  // Up to what would need an escape: a part of the text is enough.
  const [words = ''] = last.trim().split(/["'\\\n]/);
  const start = Array.from(words).slice(0, MOST_CHARACTERS).join('').trim();
  return `${object}.chat(${start === '' ? '' : `'${start}'`}).say('…')`;
}

const MOST_CHARACTERS = 40;
