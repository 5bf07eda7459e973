import type { View } from '../view/view.ts';

const LONGEST_TEXT = 64 * 1024;
const MARK = '… (cut)';

/**
 * Returns smaller and smaller forms of a view that is too large for its receiver: its texts cut to
 * 64 KiB, then without content. Undefined when it cannot become smaller.
 */
export function smaller({ metadata, content }: View): View | undefined {
  if (content === undefined) return undefined;
  const { prompt, output, failureMessage } = content;
  const longest = Math.max(prompt.length, output?.length ?? 0, failureMessage?.length ?? 0);
  if (longest <= LONGEST_TEXT) return { metadata, content: undefined };
  return {
    metadata,
    content: {
      ...content,
      prompt: cut(prompt),
      output: output && cut(output),
      failureMessage: failureMessage && cut(failureMessage),
    },
  };
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : text.slice(0, LONGEST_TEXT - MARK.length) + MARK;
}
