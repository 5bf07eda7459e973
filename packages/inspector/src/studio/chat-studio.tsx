import { useEffect, useState } from 'preact/hooks';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';
import { parameter } from '../state/address.ts';
import { refreshTenants } from '../state/tenants.ts';
import { Field, HintedField, valuesOf } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';
import { talk, type TalkState } from './chat.ts';
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
    await talk(tenant, bodyOf(valuesOf(form), model.id), setTalking);
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
        <Field label="Instructions">
          <textarea name="system" rows={2} />
        </Field>
        <Field label="Message">
          <textarea name="message" rows={4} required>
            What is the weather in Oslo?
          </textarea>
        </Field>
        <HintedField label="Tools" hint="Names, separated by commas; their arguments are free">
          <input name="tools" placeholder="weather" />
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
          <Talking talk={talking} />
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

/** The body of a request from what the form holds. */
function bodyOf(
  { system, message = '', tools = '', stream }: Readonly<Record<string, string>>,
  model: string,
): object {
  const names = tools.split(',').map((name) => name.trim());
  const offered = names.filter((name) => name !== '');
  const instructions = system === undefined ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...instructions, { role: 'user', content: message }],
    ...(offered.length > 0 && {
      tools: offered.map((name) => ({ type: 'function', function: { name } })),
    }),
    ...(stream === 'true' && { stream: true }),
  };
}
