import { useEffect, useState } from 'preact/hooks';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';
import { parameter } from '../state/address.ts';
import { refreshTenants } from '../state/tenants.ts';
import { Field, HintedField, valuesOf } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';
import { talk, type TalkState } from './chat.ts';
import { DIALECTS, schemaFrom, toolsFrom, type ChatQuestion, type Dialect } from './chat-body.ts';
import { StudioForm } from './studio-form.tsx';
import { Talking } from './talking.tsx';

interface ChatModel {
  readonly id: string;
  readonly name: string;
}

/** Asks a model of a tenant, as an app does: rules answer, and the journal has it. */
export function ChatStudio({ tenant }: { readonly tenant: Tenant }) {
  const [models, setModels] = useState<readonly ChatModel[]>([]);
  const [talking, setTalking] = useState<TalkState | undefined>();
  useEffect(() => {
    modelsOf(tenant).then(setModels, sayError);
  }, [tenant.id]);
  const model = models.find(({ id }) => id === parameter('model')) ?? models[0];
  const submit = async (form: HTMLFormElement) => {
    if (model === undefined) return;
    const { dialect, question } = questionIn(valuesOf(form), model.id);
    await ask(dialect, question);
  };
  const ask = async (dialect: Dialect, question: ChatQuestion) => {
    await talk(tenant, dialect, question, setTalking);
    await refreshTenants();
  };
  return (
    <>
      <StudioForm
        tenant={tenant}
        mode="chat"
        label="Chat request"
        models={models}
        model={model}
        submit={submit}
      >
        <Field label="Dialect">
          <select name="dialect">
            {Object.entries(DIALECTS).map(([operation, name]) => (
              <option key={operation} value={operation}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Instructions">
          <textarea name="system" rows={2} />
        </Field>
        <Field label="Message">
          <textarea name="message" rows={4} required>
            What is the weather in Oslo?
          </textarea>
        </Field>
        <HintedField
          label="Tools"
          hint="Names, separated by commas; or a list of tools with their schemas, as an app sends it"
        >
          <textarea name="tools" rows={2} placeholder="weather" />
        </HintedField>
        <Field label="Format">
          <select name="format">
            <option value="text">text</option>
            <option value="json">JSON</option>
          </select>
        </Field>
        <HintedField label="Schema" hint="For JSON: the schema that it has to fit; empty for any">
          <textarea name="schema" rows={2} placeholder='{"type": "object"}' />
        </HintedField>
        <label class="check">
          <input name="stream" type="checkbox" value="true" defaultChecked /> stream
        </label>
        <button type="submit" class="primary" disabled={talking?.isRunning === true}>
          {talking?.isRunning === true ? 'Answering…' : 'Ask'}
        </button>
      </StudioForm>
      <section class="results" aria-label="Answer">
        {talking === undefined ? (
          <p class="empty">
            Ask, and the answer comes here: of a rule for conversations, or of the model by itself.
          </p>
        ) : (
          <Talking
            talk={talking}
            onGoOn={(turns) => {
              const { dialect, question } = talking;
              void ask(dialect, { ...question, turns }).catch(sayError);
            }}
          />
        )}
      </section>
    </>
  );
}

/** Those that answer with text, in the order of the catalog. */
async function modelsOf(tenant: Tenant): Promise<readonly ChatModel[]> {
  const response = await askGateway(tenant, '/models?output_modalities=text');
  // The type is that of the API's description.
  const { data } = (await response.json()) as { readonly data: readonly ChatModel[] };
  return data;
}

/** What is asked, from what the form holds. Throws for text that is not the JSON it should be. */
function questionIn(values: Readonly<Record<string, string>>, model: string) {
  const { system = '', message = '', tools = '', format = '', schema = '', stream } = values;
  // Object.keys forgets that these are the keys.
  const dialects = Object.keys(DIALECTS) as Dialect[];
  const question: ChatQuestion = {
    model,
    system,
    tools: toolsFrom(tools),
    schema: schemaFrom(format, schema),
    stream: stream === 'true',
    turns: [{ user: message }],
  };
  const dialect = dialects.find((each) => each === values['dialect']) ?? 'createChatCompletion';
  return { dialect, question };
}
