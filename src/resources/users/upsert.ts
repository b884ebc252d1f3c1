import { addNote } from '../../errors/note.js';
import { isCareError } from '../../errors.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import { LabelTexts } from '../label-texts.js';
import { allowCallAgain } from '../writes/call-again.js';
import { activateCreated } from './account-creation.js';
import type { Accounts } from './accounts.js';
import { type ActivationEmail, checkExtraActive, emailChecks, isActivatedLater } from './activation.js';
import type { Client } from './client.js';
import type { Professional } from './professional.js';
import { planRelations, syncRelations } from './relations-sync.js';
import { type UpsertOptions, type UpsertPlan, upsertChecks } from './upsert-plan.js';
import { type UpsertContext, UpsertRun } from './upsert-run.js';
import {
  checkWantedClient,
  checkWantedProfessional,
  type WantedClient,
  type WantedProfessional,
} from './wanted-user.js';

export function upsertClient(
  session: Session,
  accounts: Accounts,
  externalId: string,
  input: WantedClient,
  options: UpsertOptions & ActivationEmail & RequestOptions,
  context?: UpsertContext<Client>,
): Promise<UpsertPlan<Client>> {
  const wanted = checkWantedClient(session, input, externalId);
  const { labelTexts: _, relations: __, ...fields } = { ...input, id: externalId };
  const { updateActive, updatePicture, createLabels, dryRun, sendEmail, ...request } = session.begin(options, {
    ...upsertChecks,
    ...emailChecks,
  });
  const plain = withoutExtra(request);
  const email = { sendEmail };
  checkExtraActive(email, request);
  const later = isActivatedLater(fields, email);
  const upsert = new UpsertRun<Client>(
    {
      what: 'client',
      wanted,
      read: () => accounts.client({ id: externalId }, plain),
      create: (labels) => accounts.createClient({ ...fields, ...labels, active: fields.active && !later }, request),
      complete: later ? (client) => activateCreated(client, email, plain, updateActive) : undefined,
      setActive: (client, active) => (active ? client.activate(email, plain) : client.deactivate(email, plain)),
      syncRelations: async (client, relations, known, onChange) =>
        client === undefined
          ? planRelations(relations)
          : syncRelations(session, client, relations, { ...plain, dryRun }, { known, onChange }),
    },
    { updateActive, updatePicture, createLabels, dryRun },
    request,
    context?.labels ?? new LabelTexts(session, request),
    context,
  );
  const run = later && !updateActive ? upsert.run() : allowCallAgain('upsertClient', upsert.run());
  return later ? noteInactive(run) : run;
}

/** The result of a call whose first step creates an inactive client, which the second step activates. */
async function noteInactive<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (failure) {
    if (!mayHaveCreated(failure)) throw failure;
    throw addNote(
      failure,
      'If the client exists, it may be inactive: `upsertClient` activates it with `updateActive`.',
    );
  }
}

/** Whether the new client may exist although the response to its creation says too little. */
function mayHaveCreated(failure: unknown): boolean {
  if (isCareError(failure, 'OutcomeUnknownError')) return !failure.canCallAgain;
  if (isCareError(failure, 'UnexpectedResponseError')) return failure.method === 'POST';
  return isCareError(failure, 'ResponseValidationError') && failure.resourceUrl() !== undefined;
}

export function upsertProfessional(
  session: Session,
  accounts: Accounts,
  externalId: string,
  input: WantedProfessional,
  options: UpsertOptions & RequestOptions,
  context?: UpsertContext<Professional>,
): Promise<UpsertPlan<Professional>> {
  const wanted = checkWantedProfessional(input, externalId);
  const { labelTexts: _, ...fields } = { ...input, id: externalId };
  const { updateActive, updatePicture, createLabels, dryRun, ...request } = session.begin(options, upsertChecks);
  const plain = withoutExtra(request);
  const upsert = new UpsertRun<Professional>(
    {
      what: 'professional',
      wanted,
      read: () => accounts.professional({ id: externalId }, plain),
      create: (labels) => accounts.createProfessional({ ...fields, ...labels }, request),
      setActive: (professional, active) => (active ? professional.activate(plain) : professional.deactivate(plain)),
    },
    { updateActive, updatePicture, createLabels, dryRun },
    request,
    context?.labels ?? new LabelTexts(session, request),
    context,
  );
  return allowCallAgain('upsertProfessional', upsert.run());
}
