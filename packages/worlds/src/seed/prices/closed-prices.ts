import type { PriceLists } from './price-row.ts';

/** What models behind an API only are sold for. */
export const CLOSED_PRICES: PriceLists = {
  'lumenfold assistant': {
    recent: [
      [[2, 10, { read: 0.2, write: 2.5, hour: 4, search: '0.01' }], 1],
      [[3, 15, { read: 0.3, write: 3.75, hour: 6, search: '0.01' }], 1],
      [[5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }], 4],
      [[10, 50, { read: 1, write: 12.5, hour: 20, search: '0.01' }], 2],
      [[10, 50, { read: 1, write: 12.5, search: '0.01' }], 1],
      [[30, 150, { read: 3, write: 37.5, hour: 60, search: '0.01' }], 1],
    ],
    middle: [
      [[1, 5, { read: 0.1, write: 1.25, hour: 2, search: '0.01' }], 1],
      [
        [3, 15, { read: 0.3, write: 3.75, hour: 6, search: '0.01', steps: [[200_000, 6, 22.5]] }],
        2,
      ],
      [[5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }], 1],
      [[15, 75, { read: 1.5, write: 18.75, hour: 30, search: '0.01' }], 2],
    ],
    old: [
      [[0.25, 1.25, { read: 0.03, write: 0.3, hour: 0.5, search: '0.01' }], 1],
      [[1, 5, { read: 0.1, write: 1.25, hour: 2, search: '0.01' }], 1],
      [
        [3, 15, { read: 0.3, write: 3.75, hour: 6, search: '0.01', steps: [[200_000, 6, 22.5]] }],
        2,
      ],
      [[5, 25, { read: 0.5, write: 6.25, hour: 10, search: '0.01' }], 1],
      [[15, 75, { read: 1.5, write: 18.75, hour: 30, search: '0.01' }], 2],
    ],
  },
  'orrery flagship': {
    recent: [
      [[0.2, 1.25, { read: 0.02, search: '0.01' }], 1],
      [[0.5, 3, { read: 0.05, write: 0.625, search: '0.005' }], 2],
      [[0.75, 4.5, { read: 0.075, search: '0.01' }], 1],
      [[1.25, 7.5, { read: 0.125, write: 1.5625, search: '0.005' }], 2],
      [[1.75, 14, { read: 0.175, search: '0.01' }], 3],
      [[2.5, 15, { read: 0.25, search: '0.01' }], 1],
      [[5, 30, { read: 0.5, search: '0.01' }], 2],
      [[5, 30, { read: 0.5, write: 6.25, search: '0.01' }], 2],
      [[30, 180, { search: '0.01' }], 2],
    ],
    middle: [
      [[0.05, 0.4, { read: 0.005, search: '0.01' }], 1],
      [[0.1, 0.4, { read: 0.025, search: '0.01' }], 1],
      [[0.4, 1.6, { read: 0.1, search: '0.01' }], 1],
      [[0.25, 2, { read: 0.025, search: '0.01' }], 1],
      [[0.25, 2, { read: 0.03, search: '0.01' }], 1],
      [[1.1, 4.4, { read: 0.275, search: '0.01' }], 2],
      [[1.1, 4.4, { read: 0.55, search: '0.01' }], 2],
      [[2, 8, { read: 0.5, search: '0.01' }], 3],
      [[1.25, 10, { read: 0.125, search: '0.01' }], 4],
      [[1.25, 10, { read: 0.13, search: '0.01' }], 2],
      [[1.75, 14, { read: 0.175, search: '0.01' }], 2],
      [[10, 40, { read: 2.5, search: '0.01' }], 1],
      [[20, 80, { search: '0.01' }], 1],
      [[15, 120, { search: '0.01' }], 1],
      [[21, 168, { search: '0.01' }], 1],
      [[150, 600, { search: '0.01' }], 1],
    ],
    old: [
      [[0.15, 0.6, { read: 0.075 }], 2],
      [[0.5, 1.5], 1],
      [[1, 2], 1],
      [[1.5, 2], 1],
      [[3, 4], 1],
      [[2.5, 10, { read: 1.25 }], 3],
      [[5, 15], 1],
      [[10, 30], 2],
      [[15, 60, { read: 7.5, search: '0.01' }], 1],
      [[30, 60], 1],
    ],
  },
  'osier multimodal': {
    recent: [
      [[0.25, 1.5, { read: 0.025, search: '0.014' }], 2],
      [[0.3, 2.5, { read: 0.03, search: '0.014' }], 1],
      [[1.5, 7.5, { read: 0.15, search: '0.014' }], 1],
      [[1.5, 9, { read: 0.15, search: '0.014' }], 1],
      [[2, 12, { read: 0.2, search: '0.014', steps: [[200_000, 4, 18]] }], 2],
    ],
    middle: [
      [[0.1, 0.4, { read: 0.01, search: '0.014' }], 1],
      [[0.3, 2.5, { read: 0.03, search: '0.014' }], 1],
      [[0.5, 3, { read: 0.05, search: '0.014' }], 1],
      [[1.25, 10, { read: 0.125, search: '0.014', steps: [[200_000, 2.5, 15]] }], 3],
    ],
  },
};
