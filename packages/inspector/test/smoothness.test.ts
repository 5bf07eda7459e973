// Own process: starts a browser, and measures.
// Long: scrolls for seconds, and measures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

const FRAMES = 180;
/** Half of a frame at 60 a second; the rest is for a slower machine. */
const MOST_MS_PER_FRAME = 8;

describe('the list of 1,000 requests', { skip: noChromium }, () => {
  it('takes less than half of each frame to scroll, while a request arrives per frame', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (let n = 0; n < 50; n++) {
      await Promise.all(Array.from({ length: 20 }, () => ask('/models?limit=1')));
    }
    const devtools = await page.context().newCDPSession(page);
    // Processor time of the page's thread: a machine that does other things does not change it.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const workMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      const work = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
      const seconds = metrics.filter(({ name }) => work.includes(name));
      return seconds.reduce((sum, { value }) => sum + value, 0) * 1000;
    };
    const arrivals: Promise<Response>[] = [];
    await page.exposeFunction('arrive', () => void arrivals.push(ask('/models?limit=1')));
    await open();
    await page.getByText('1000 of 1000').waitFor();
    const begin = await workMs();
    const longTasks = await page.evaluate(async (frames) => {
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
      });
      observer.observe({ type: 'longtask' });
      const box = document.querySelector('[role=listbox]')!;
      // The test has just exposed it.
      const { arrive } = globalThis as unknown as { arrive: () => void };
      for (let frame = 0; frame < frames; frame++) {
        box.scrollTop += 120;
        arrive();
        await new Promise(requestAnimationFrame);
      }
      observer.disconnect();
      return tasks;
    }, FRAMES);
    const perFrame = ((await workMs()) - begin) / FRAMES;
    await Promise.all(arrivals);
    t.diagnostic(
      `${perFrame.toFixed(2)} ms per frame; tasks over 50 ms: ${longTasks.join(', ') || 'none'}`,
    );
    assert.ok(perFrame < MOST_MS_PER_FRAME, `${perFrame.toFixed(2)} ms per frame`);
  });
});
