// System: scrolls for seconds, and measures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';
import { ownWorkOf } from './support/own-work.ts';

const FRAMES = 180;
/** Half of a frame at 60 a second; the rest is for a slower machine. */
const MOST_MS_PER_FRAME = 8;
/** From here on browsers call a task long: input waits for it noticeably. */
const LONG_TASK_MS = 50;

describe('the list of 1,000 requests', { skip: noChromium }, () => {
  it('scrolls at 60 frames a second while a request arrives per frame, without a long task', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (let n = 0; n < 50; n++) {
      await Promise.all(Array.from({ length: 20 }, () => ask('/models?limit=1')));
    }
    const arrivals: Promise<Response>[] = [];
    await page.exposeFunction('arrive', () => void arrivals.push(ask('/models?limit=1')));
    await open();
    await page.getByText('1000 of 1000').waitFor();
    let observed: readonly number[] = [];
    const { tasks, totalMs } = await ownWorkOf(page, async () => {
      observed = await page.evaluate(async (frames) => {
        const lasted: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) lasted.push(Math.round(duration));
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
        return lasted;
      }, FRAMES);
    });
    await Promise.all(arrivals);
    const [longest = 0] = tasks;
    const perFrame = totalMs / FRAMES;
    // What the observer sees lasts longer where other programs take the processor meanwhile.
    t.diagnostic(
      `${perFrame.toFixed(2)} ms of work per frame; the longest of ${tasks.length} tasks worked ` +
        `${longest.toFixed(1)} ms; tasks that lasted over 50 ms: ${observed.join(', ') || 'none'}`,
    );
    assert.ok(tasks.length > FRAMES, `only ${tasks.length} tasks were measured`);
    assert.ok(longest < LONG_TASK_MS, `a task worked ${longest.toFixed(1)} ms`);
    assert.ok(perFrame < MOST_MS_PER_FRAME, `${perFrame.toFixed(2)} ms per frame`);
  });
});
