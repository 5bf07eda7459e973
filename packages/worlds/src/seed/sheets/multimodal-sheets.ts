import { ALWAYS_ON, MANDATORY, ON, withEfforts } from '../habits/reasoning-shapes.ts';
import { alike } from './alike.ts';
import type { Sheets } from './sheet.ts';

/** What the third large vendor sells now. */
export const MULTIMODAL_SHEETS: Sheets = {
  'osier multimodal': [
    alike(
      {
        limits: [1_048_576, 65_536],
        reads: 'text+image+video+file+audio',
        parameters:
          'include_reasoning max_tokens reasoning reasoning_effort response_format seed stop structured_outputs temperature tool_choice tools top_p',
      },
      [
        {
          age: 2.7,
          price: [0.25, 1.5, { read: 0.025, audio: 0.5, search: '0.014' }],
          reasoning: withEfforts(ON, ['high', 'medium', 'low', 'minimal'], 'minimal'),
        },
        {
          age: 0.2,
          price: [0.3, 2.5, { read: 0.03, audio: 0.3, search: '0.014' }],
          reasoning: withEfforts(ALWAYS_ON, ['high', 'medium', 'low', 'minimal'], 'minimal'),
          score: 36.5,
        },
        {
          age: 0.2,
          price: [1.5, 7.5, { read: 0.15, audio: 1.5, search: '0.014' }],
          reasoning: withEfforts(ALWAYS_ON, ['high', 'medium', 'low', 'minimal'], 'medium'),
          score: 50.1,
        },
        {
          age: 2.3,
          price: [1.5, 9, { read: 0.15, audio: 3, search: '0.014' }],
          reasoning: withEfforts(ALWAYS_ON, ['high', 'medium', 'low', 'minimal'], 'medium'),
          score: 50.2,
        },
        {
          age: 5.2,
          price: [2, 12, { read: 0.2, audio: 2, search: '0.014', steps: [[200_000, 4, 18]] }],
          reads: 'audio+file+image+text+video',
          reasoning: withEfforts(MANDATORY, ['high', 'medium', 'low'], 'medium'),
          score: 46.5,
        },
      ],
    ),
  ],
};
