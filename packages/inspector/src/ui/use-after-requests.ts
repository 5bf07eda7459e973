import { useEffect } from 'preact/hooks';
import { sayError } from './notice.tsx';
import { all } from '../state/requests.ts';

/** Many requests make one look. */
const EVERY_MS = 250;

/** Looks at once, anew whenever `of` is another, and soon after requests, which may have changed it. */
export function useAfterRequests(look: () => Promise<void>, of: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookNow = () => {
      timer = undefined;
      look().catch(sayError);
    };
    lookNow();
    let isFirst = true;
    const stop = all.subscribe(() => {
      if (!isFirst) timer ??= setTimeout(lookNow, EVERY_MS);
      isFirst = false;
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [of]);
}
