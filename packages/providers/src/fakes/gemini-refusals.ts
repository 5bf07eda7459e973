import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { json, type FakeReply } from './fake-message.ts';
import { modelOf, type FakeGeminiCall, type FakeGeminiRules } from './gemini-models.ts';
import { unknownMember } from './gemini-shapes.ts';
import { wrongSignature } from './gemini-signatures.ts';

/** An error as Google writes it. */
export function refuse(
  code: number,
  status: string,
  message: string,
  details?: object[],
): FakeReply {
  return json({ error: { code, message, status, ...(details && { details }) } }, code);
}

/** Returns what Google would refuse of a request; undefined for one that it takes. */
export function refusalOfGeminiRequest(
  { model, body }: FakeGeminiCall,
  rules: FakeGeminiRules,
): FakeReply | undefined {
  const problem =
    unknownMember(body, rules) ??
    problemOfTurns(body, model, rules) ??
    problemOfTools(body, model) ??
    problemOfConfig(fieldsOf(body['generationConfig']), model, rules);
  return problem === undefined ? undefined : refuse(400, 'INVALID_ARGUMENT', problem);
}

const DATA = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];

function problemOfTurns(
  { contents, systemInstruction }: Fields,
  model: string,
  { hasCallIds }: FakeGeminiRules,
): string | undefined {
  const turns = listOf(contents);
  if (turns.length === 0) return '* GenerateContentRequest.contents: contents is not specified\n';
  const instructions = listOf(fieldsOf(systemInstruction)['parts']);
  if (instructions.some(({ text }) => textOf(text) === undefined)) {
    return '* GenerateContentRequest.system_instruction.parts: only text is supported\n';
  }
  if (turns[0]?.['role'] !== 'user') return 'Please ensure that the first content is of a user.';
  const spoken = turns.findLastIndex(({ role, parts }) => role === 'user' && has(parts, 'text'));
  for (const [position, { role, parts: list }] of turns.entries()) {
    const place = `contents[${position}]`;
    const parts = listOf(list);
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (parts.length === 0)
      return `* GenerateContentRequest.${place}.parts: contents.parts must not be empty.\n`;
    const empty = parts.findIndex((part) => DATA.filter((name) => name in part).length !== 1);
    if (empty !== -1 || parts.some(isBlank)) {
      return `* GenerateContentRequest.${place}.parts[${empty}].data: required oneof field 'data' must have one initialized field\n`;
    }
    const wrong =
      role === 'model' && modelOf(model).signs && wrongSignature(parts, position > spoken);
    if (wrong) return wrong;
    const problem = problemOfCalls(turns, position, hasCallIds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isBlank({ text, thoughtSignature }: Fields): boolean {
  return text === '' && thoughtSignature === undefined;
}

/** Calls follow a turn of the user, and are answered at once, one by one and in their order. */
function problemOfCalls(
  turns: readonly Fields[],
  position: number,
  hasCallIds: boolean,
): string | undefined {
  const of = (turn: Fields | undefined, name: string) =>
    listOf(turn?.['parts']).flatMap((part) => (name in part ? [fieldsOf(part[name])] : []));
  const calls = of(turns[position], 'functionCall');
  const results = of(turns[position], 'functionResponse');
  if (calls.length > 0 && turns[position - 1]?.['role'] !== 'user') {
    return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
  }
  const answers = of(turns[position + 1], 'functionResponse');
  const isLast = position === turns.length - 1;
  if (calls.length !== answers.length && !(isLast && calls.length === 0)) {
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
  }
  for (const [index, { name, id }] of calls.entries()) {
    const { name: answered, id: answeredId, response } = answers[index] ?? {};
    if (answered !== name)
      return 'Please ensure that function responses are in the order of calls.';
    if (hasCallIds && id !== answeredId)
      return `Function response id ${String(answeredId)} is unknown.`;
    if (typeof response !== 'object')
      return 'function_response.response: Cannot bind a non-object.';
  }
  const hasCalls = of(turns[position - 1], 'functionCall').length > 0;
  return results.length > 0 && !hasCalls
    ? 'Please ensure that function response turn comes immediately after a function call turn.'
    : undefined;
}

const MODES: ReadonlySet<unknown> = new Set(['AUTO', 'ANY', 'NONE', 'VALIDATED']);
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;

function problemOfTools({ tools, toolConfig, generationConfig }: Fields, model: string) {
  const functions = listOf(tools).flatMap((tool) => listOf(tool['functionDeclarations']));
  const wrong = functions.find(({ name }) => !NAME.test(String(name)));
  if (wrong !== undefined) return `Invalid function name: ${String(wrong['name'])}.`;
  const odd = functions.find(
    ({ parametersJsonSchema: schema }) =>
      schema !== undefined && fieldsOf(schema)['type'] !== 'object',
  );
  if (odd !== undefined) return 'parameters schema should be of type OBJECT.';
  const schemas = functions.map(({ parametersJsonSchema: schema }) => schema);
  const problem = schemas.map(problemOfSchema).find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  const { mode, allowedFunctionNames: allowed = [] } = fieldsOf(
    fieldsOf(toolConfig)['functionCallingConfig'],
  );
  if (mode !== undefined && functions.length === 0) {
    return 'Function calling config is set without function_declarations.';
  }
  if (mode !== undefined && !MODES.has(mode)) {
    return 'Invalid value at function_calling_config.mode';
  }
  const names = functions.map(({ name }) => name);
  const stray = [allowed].flat().find((name) => !names.includes(name));
  if (stray !== undefined) return `allowed_function_names has ${JSON.stringify(stray)}.`;
  const isJson = fieldsOf(generationConfig)['responseMimeType'] === 'application/json';
  const isForced = mode === 'ANY' || !modelOf(model).mixes;
  return isJson && functions.length > 0 && isForced
    ? "Function calling with a response mime type: 'application/json' is unsupported"
    : undefined;
}

function problemOfConfig(
  config: Fields,
  model: string,
  { hasPenalties }: FakeGeminiRules,
): string | undefined {
  const { temperature = 1, maxOutputTokens = 1, seed = 0, stopSequences = [] } = config;
  const { thinkingLevel: level, thinkingBudget: budget } = fieldsOf(config['thinkingConfig']);
  const { levels, thinksBy } = modelOf(model);
  if (!(Number(temperature) >= 0 && Number(temperature) <= 2)) return 'temperature must be 0 to 2.';
  if (!(Number(maxOutputTokens) >= 1)) return 'max_output_tokens must be positive.';
  if (!Number.isInteger(seed) || Math.abs(Number(seed)) >= 2 ** 31) return 'Invalid value at seed';
  if ([stopSequences].flat().length > 5) return 'stop_sequences must have at most 5 entries.';
  if (level !== undefined && budget !== undefined) return 'You can only set one of them.';
  if (level !== undefined && (thinksBy === 'budget' || !levels.has(level))) {
    return `Thinking level ${JSON.stringify(level)} is not supported for this model.`;
  }
  if (budget !== undefined && thinksBy === 'level') return 'Thinking budget is not supported.';
  const isPenalized = 'frequencyPenalty' in config || 'presencePenalty' in config;
  if (isPenalized && thinksBy === 'budget' && !hasPenalties) {
    return 'Penalty is not enabled for this model';
  }
  const { responseJsonSchema: schema, responseMimeType: type } = config;
  if (schema !== undefined && type !== 'application/json') return 'response_mime_type is missing.';
  return problemOfSchema(schema);
}

/** What does not compile, wherever it is. */
function problemOfSchema(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(problemOfSchema).find((one) => one !== undefined);
  const fields = fieldsOf(schema);
  const { $ref } = fields;
  if ('const' in fields && typeof fields['const'] !== 'object') return 'const is not supported.';
  const beside = Object.keys(fields).filter((name) => !name.startsWith('$'));
  if (typeof $ref === 'string' && beside.length > 0) return 'Nothing may be set beside $ref.';
  return problemOfSchema(Object.values(fields).filter((value) => typeof value === 'object'));
}

function has(parts: unknown, name: string): boolean {
  return listOf(parts).some((part) => name in part);
}
