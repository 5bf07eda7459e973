import { MANDATORY, OFF, ON, OPTIONAL, withEfforts } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What one vendor sells now: efforts, moderation, and a step for prompts above 272,000 tokens. */
export const FLAGSHIP_SHEETS: Sheets = {
  'orrery flagship': [
    alike(
      {
        limits: [1_050_000, 128_000],
        reads: 'file+image+text',
        parameters:
          'include_reasoning max_completion_tokens max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
      },
      [
        {
          age: 4.4,
          price: [0.2, 1.25, { read: 0.02, search: '0.01' }],
          limits: [400_000, 128_000],
          reasoning: withEfforts(OFF, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 38.2,
        },
        {
          age: 0.6,
          price: [
            0.5,
            3,
            { read: 0.05, write: 0.625, search: '0.005', steps: [[272_000, 1, 4.5]] },
          ],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 51.2,
        },
        {
          mode: 'pro',
          age: 0.6,
          price: [
            0.5,
            3,
            { read: 0.05, write: 0.625, search: '0.005', steps: [[272_000, 1, 4.5]] },
          ],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
        },
        {
          age: 4.4,
          price: [0.75, 4.5, { read: 0.075, search: '0.01' }],
          limits: [400_000, 128_000],
          reasoning: withEfforts(OFF, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 40,
        },
        {
          age: 0.6,
          price: [
            1.25,
            7.5,
            { read: 0.125, write: 1.5625, search: '0.005', steps: [[272_000, 2.5, 11.25]] },
          ],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 55,
        },
        {
          mode: 'pro',
          age: 0.6,
          price: [
            1.25,
            7.5,
            { read: 0.125, write: 1.5625, search: '0.005', steps: [[272_000, 2.5, 11.25]] },
          ],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
        },
        {
          focus: 'code',
          age: 6.4,
          price: [1.75, 14, { read: 0.175, search: '0.01' }],
          limits: [400_000, 128_000],
          reads: 'text+image',
          reasoning: withEfforts(MANDATORY, ['xhigh', 'high', 'medium', 'low'], 'medium'),
        },
        {
          focus: 'chat',
          age: 4.8,
          price: [1.75, 14, { read: 0.175, search: '0.01' }],
          limits: [128_000, 16_384],
          reads: 'text+image+file',
          parameters:
            'max_completion_tokens max_tokens response_format seed structured_outputs tool_choice tools',
          moderated: true,
        },
        {
          focus: 'code',
          age: 5,
          price: [1.75, 14, { read: 0.175, search: '0.01' }],
          limits: [400_000, 128_000],
          reads: 'text+image+file',
          reasoning: withEfforts(OPTIONAL, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 27.7,
        },
        {
          age: 4.7,
          price: [2.5, 15, { read: 0.25, search: '0.01', steps: [[272_000, 5, 22.5]] }],
          reads: 'text+image+file',
          reasoning: withEfforts(OFF, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 51.4,
        },
        {
          age: 3.1,
          price: [5, 30, { read: 0.5, search: '0.01', steps: [[272_000, 10, 45]] }],
          reasoning: withEfforts(ON, ['xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 54.8,
        },
        {
          age: 0.6,
          price: [5, 30, { read: 0.5, write: 6.25, search: '0.01', steps: [[272_000, 10, 45]] }],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
          score: 58.9,
        },
        {
          mode: 'pro',
          age: 0.6,
          price: [5, 30, { read: 0.5, write: 6.25, search: '0.01', steps: [[272_000, 10, 45]] }],
          reasoning: withEfforts(ON, ['max', 'xhigh', 'high', 'medium', 'low', 'none'], 'medium'),
          moderated: true,
        },
        {
          focus: 'chat',
          age: 2.7,
          price: [5, 30, { read: 0.5, search: '0.01' }],
          limits: [400_000, 128_000],
          reads: 'text+image+file',
          parameters: 'max_tokens response_format seed structured_outputs tool_choice tools',
          moderated: true,
        },
        {
          mode: 'pro',
          age: 4.7,
          price: [30, 180, { search: '0.01', steps: [[272_000, 60, 270]] }],
          reads: 'text+image+file',
          reasoning: withEfforts(MANDATORY, ['xhigh', 'high', 'medium'], 'medium'),
          moderated: true,
        },
        {
          mode: 'pro',
          age: 3.1,
          price: [30, 180, { search: '0.01', steps: [[272_000, 60, 270]] }],
          parameters:
            'include_reasoning max_tokens reasoning reasoning_effort response_format seed structured_outputs tool_choice tools',
          reasoning: withEfforts(MANDATORY, ['xhigh', 'high', 'medium'], 'medium'),
          moderated: true,
        },
      ],
    ),
  ],
};
