/**
 * Colours that go together, by hand: a sky from the top down, the land from far to near, a light,
 * and accents that stand out from each other and from the paper. `#rrggbb` each.
 */
export interface Mood {
  readonly name: string;
  readonly sky: readonly [string, string, string, string];
  readonly far: string;
  readonly near: string;
  readonly light: string;
  readonly accents: readonly [string, string, string, string, string];
  readonly paper: string;
  readonly ink: string;
  /** True when stars are out. */
  readonly dark: boolean;
}

export const MOODS: readonly [Mood, ...Mood[]] = [
  {
    name: 'dusk',
    sky: ['#2b2a5c', '#8a4a86', '#e8806e', '#fcd9a4'],
    far: '#c4697c',
    near: '#201a38',
    light: '#fff0c9',
    accents: ['#f6a266', '#e3526d', '#6a4c93', '#fde3b0', '#3a2f6b'],
    paper: '#fbeedd',
    ink: '#241b3f',
    dark: false,
  },
  {
    name: 'noon',
    sky: ['#2f7fc6', '#6db5e3', '#a9d8ef', '#e6f5f4'],
    far: '#a3c8d2',
    near: '#1d5449',
    light: '#fffbe6',
    accents: ['#f2b134', '#ed553b', '#3caea3', '#20639b', '#f7ead0'],
    paper: '#f6f1e4',
    ink: '#173f5f',
    dark: false,
  },
  {
    name: 'dawn',
    sky: ['#8fb3dd', '#c9cfe8', '#f5d7d7', '#fff0d8'],
    far: '#d5c1d9',
    near: '#54507d',
    light: '#fff8ea',
    accents: ['#f4acb7', '#9d8189', '#88b0d8', '#ffcb9a', '#6d6a9c'],
    paper: '#fdf6f0',
    ink: '#4a4669',
    dark: false,
  },
  {
    name: 'night',
    sky: ['#0a0f2c', '#18245a', '#32458c', '#6678b8'],
    far: '#40508f',
    near: '#070b1e',
    light: '#f6f0d8',
    accents: ['#f4d35e', '#ee964b', '#5aa9c9', '#c9d8ff', '#3a4fa0'],
    paper: '#161d42',
    ink: '#f1efe2',
    dark: true,
  },
  {
    name: 'mist',
    sky: ['#b9d6cd', '#d3e5da', '#e9f1e4', '#f8f5e4'],
    far: '#aecabc',
    near: '#15362f',
    light: '#fffdf0',
    accents: ['#e07a5f', '#f2cc8f', '#81b29a', '#3d405b', '#f4f1de'],
    paper: '#f4f1e6',
    ink: '#23413a',
    dark: false,
  },
  {
    name: 'desert',
    sky: ['#3fa7a3', '#a6cfb5', '#f6ddab', '#f7b57c'],
    far: '#e5a173',
    near: '#582a28',
    light: '#fff3d0',
    accents: ['#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#264653'],
    paper: '#fbf0dc',
    ink: '#4a2a2a',
    dark: false,
  },
  {
    name: 'aurora',
    sky: ['#041026', '#0b3348', '#157066', '#79d8ab'],
    far: '#1d5a68',
    near: '#020f1a',
    light: '#e9fff2',
    accents: ['#7fe0b2', '#5bc0eb', '#c77dff', '#f2f3ae', '#1c7a6c'],
    paper: '#0b2233',
    ink: '#e3fbef',
    dark: true,
  },
  {
    name: 'berry',
    sky: ['#3a0f3d', '#8e2657', '#e0597b', '#ffb8a6'],
    far: '#c24c75',
    near: '#1e0a26',
    light: '#ffe8da',
    accents: ['#ffb3a7', '#e0597b', '#8e2657', '#ffd9a0', '#49245a'],
    paper: '#fff0ea',
    ink: '#3a0f3d',
    dark: false,
  },
  {
    name: 'ocean',
    sky: ['#0f4c75', '#3282b8', '#8cc7de', '#eaf4ee'],
    far: '#86b9cc',
    near: '#0a2f4d',
    light: '#fffbe8',
    accents: ['#ff9f68', '#fe5f55', '#3fb8af', '#dceefb', '#15618d'],
    paper: '#eef6f6',
    ink: '#0f3450',
    dark: false,
  },
  {
    name: 'citrus',
    sky: ['#f08a4b', '#f8ae5c', '#fcd17c', '#fff2bf'],
    far: '#eda55f',
    near: '#69331f',
    light: '#fffbe0',
    accents: ['#ef476f', '#ffd166', '#06a77d', '#118ab2', '#fff3c4'],
    paper: '#fff8e1',
    ink: '#5a2d1c',
    dark: false,
  },
];
