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
    'back-office automation where mistakes are expensive',
    'reading contracts, tickets and transcripts side by side',
    'public services that answer in many languages',
    'high-throughput classification on modest hardware',
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
    'reviewing pull requests against house rules',
    'embedded firmware, drivers and other close-to-metal work',
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
  'and keeps to requested formats more closely',
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
  '**Transcription**: timestamps, speaker turns and inaudible passages are marked.',
  '**Spreadsheets**: writes formulas instead of pasting computed numbers.',
  '**Regulated industries**: residency, retention and audit trails by contract.',
  '**Edge devices**: fits on a laptop with sixteen gigabytes, battery permitting.',
  '**Brand voice**: imitates a style guide from three short samples.',
  '**Search**: rewrites vague questions into several precise queries.',
  '**Refactoring**: renames across modules without touching generated files.',
  '**Databases**: explains slow joins and proposes indexes before rewriting queries.',
  '**Diagrams**: turns whiteboard photographs into editable flowcharts.',
  '**Patience**: asks one clarifying question when a request has two readings.',
  '**Calibration**: confidence words correspond to measured frequencies.',
  '**Memory**: recalls preferences that the host application supplies, invents none.',
  '**Bilingual teams**: answers in the language of the last message, quotes in the original.',
  '**Notebooks**: keeps cells small, seeds random generators and labels axes.',
  '**Infrastructure**: reads manifests, spots privileged containers and open buckets.',
  '**Screenplays**: sluglines, parentheticals and beats where editors expect them.',
];

/** Where to read more. */
export const LINKS: readonly string[] = [
  'See the [model card](https://cards.example/{slug}) for limits and evaluations.',
  'Release notes are in the [announcement](https://news.example/{slug}).',
  'Usage is subject to the [acceptable use policy](https://policies.example/{author}).',
  'Prompting advice: [guide](https://docs.example/{author}/{slug}).',
  'Weights and recipes: [repository](https://hub.example/{author}/{slug}).',
  'Discuss it in the [forum](https://forum.example/c/{author}).',
  'Read the [technical report](https://papers.example/{slug}.pdf) and its [errata](https://papers.example/{slug}-errata).',
  'Pricing history and regional availability: [status page](https://status.example/{author}).',
];
