import type { Focus } from '../families/family.ts';

/** What a model is good for, by purpose; each completes "is … for". */
export const PURPOSES: Readonly<Record<Focus, readonly string[]>> = {
  general: [
    'everyday assistance and long documents',
    'instruction following, summarising and extraction',
    'multi-step work with tools',
    'knowledge work in many languages',
    'drafting reports, contracts and correspondence',
    'routing, tagging and triage at high volume',
    'customer support that has to stay on topic',
    'data analysis over spreadsheets and logs',
  ],
  chat: [
    'natural conversation at low latency',
    'chat products that need a steady tone',
    'companions that remember the thread of a conversation',
  ],
  code: [
    'software engineering in large repositories',
    'code completion, review and refactoring',
    'terminal agents that read, edit and test',
    'migrations between frameworks and languages',
    'explaining unfamiliar code',
  ],
  drawing: [
    'drawing and editing pictures in conversation',
    'illustrations with legible text',
    'storyboards that keep their characters',
  ],
  guard: ['judging whether prompts and answers are safe', 'filtering harmful requests and leaks'],
  roleplay: [
    'fiction, characters and long scenes',
    'storytelling with a consistent voice',
    'collaborative adventures and dialogue',
  ],
  search: [
    'questions whose answers are on the web',
    'research with cited sources',
    'market overviews and literature reviews',
  ],
  thinking: [
    'mathematics, science and hard reasoning',
    'problems that reward a long think',
    'proofs, puzzles and competition problems',
  ],
  vision: [
    'documents, charts and screenshots',
    'understanding images and video',
    'reading receipts, forms and handwriting',
  ],
  voice: ['spoken conversation'],
};

/** What changed since the generation before. */
export const ADVANCES: readonly string[] = [
  'with lower latency',
  'with fewer refusals',
  'with better tool use',
  'and writes more plainly',
  'with steadier behaviour over long sessions',
  'and halves the tokens spent on simple questions',
  'with stronger results outside English',
  'and follows formatting requests more closely',
];

/** Properties for a list, each with its own mark-up. */
export const TRAITS: readonly string[] = [
  '**Long documents**: finds a clause in hundreds of pages and quotes it.',
  '**Tool calling**: plans several calls ahead and recovers from failed ones.',
  '**Structured output**: returns JSON that matches a schema, nested lists included.',
  '**Languages**: trained on text in 40 languages, with an emphasis on European ones.',
  '**Code**: writes patches that pass existing tests, and says when it is unsure.',
  '**Steering**: keeps to a system prompt even when a user argues against it.',
  '**Arithmetic**: shows intermediate steps, which makes errors easy to find.',
  '**Efficiency**: a sparse mixture of experts activates a fraction of the weights per token.',
  '**Safety**: declines instructions for weapons and self-harm, and explains why.',
  '**Style**: avoids filler, headings that nobody asked for, and repeated summaries.',
  '**Grounding**: marks statements that the given sources do not support.',
  '**Vision**: reads tables, diagrams and low-resolution scans.',
  '**Caching**: repeated prefixes are cheap, so long system prompts are practical.',
  '**Agents**: holds a goal over hours of work and keeps notes for itself.',
];

/** Longer remarks, a paragraph each. */
export const REMARKS: readonly string[] = [
  'It was distilled from a larger sibling and then tuned with preferences of annotators, who compared answers for accuracy, tone and brevity.',
  'The training mixture combines licensed archives, filtered web pages, public repositories and synthetic exercises; personal data was removed as far as classifiers could find it.',
  'In our own evaluations it matches models of twice its size on extraction and classification, and falls behind them on open-ended mathematics.',
  'Latency is dominated by the first token: streaming answers feel immediate below eight thousand tokens of prompt, and noticeably slower beyond sixty-four thousand.',
  'Recommended settings are a moderate temperature and nucleus sampling; greedy decoding tends to loop on very long outputs.',
  'Weights, tokenizer and evaluation scripts are published, so that results can be reproduced on ordinary accelerators.',
  'Teams that migrate from the preceding release should shorten their prompts: reminders that used to help now make answers stiff.',
  'Requests that mention medicine, finance or law are answered with caveats by default; a system prompt can ask for expert language instead.',
  'The context window counts everything: instructions, attachments, tool results and the reasoning that precedes an answer.',
  'Preview endpoints may change without notice and are rate limited more strictly than stable ones.',
];

/** Where to read more. */
export const LINKS: readonly string[] = [
  'See the [model card](https://cards.example/{slug}) for limits and evaluations.',
  'Release notes are in the [announcement](https://news.example/{slug}).',
  'Usage is subject to the [acceptable use policy](https://policies.example/{author}).',
  'Prompting advice: [guide](https://docs.example/{author}/{slug}).',
];
