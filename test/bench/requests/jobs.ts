/** Where a job is done, and by whom. */
export interface Place {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Aborted when an hour has passed. */
  readonly hour: AbortSignal;
  /** Stops the time until the job sends its next request: what a new process loads first takes real time. */
  readonly stopTime: () => void;
}

/** What integrators do. Each is a program of its own, and tells what came of it, for comparison: no URLs. */
export interface Jobs {
  readOne(place: Place): Promise<unknown>;
  readDiary(place: Place): Promise<unknown>;
  changeOne(place: Place): Promise<unknown>;
  setRelations(place: Place): Promise<unknown>;
  upsertMany(place: Place): Promise<unknown>;
  syncUnchanged(place: Place): Promise<unknown>;
  syncChanged(place: Place): Promise<unknown>;
  syncRelated(place: Place): Promise<unknown>;
  deactivateLeft(place: Place): Promise<unknown>;
  setLabels(place: Place): Promise<unknown>;
  readAllTasks(place: Place): Promise<unknown>;
  readConversations(place: Place): Promise<unknown>;
  readShortPages(place: Place): Promise<unknown>;
  runExport(place: Place): Promise<unknown>;
  followChanges(place: Place): Promise<unknown>;
  catchUpTasks(place: Place): Promise<unknown>;
  catchUpConversations(place: Place): Promise<unknown>;
  resumeExport(place: Place): Promise<unknown>;
}

export const externalId = 'EHR-1042';
export const phoneNumber = '000-7654321';

/** The last three are there already. */
export const relations = [
  { professional: { id: 'PRO-3' }, predicate: 'attends' },
  { professional: { id: 'PRO-4' }, predicate: 'attends' },
  { professional: { id: 'PRO-2' }, predicate: 'attends' },
  { professional: { id: 'PRO-1' }, predicate: 'attends' },
  { professional: { id: 'PRO-7' }, predicate: 'supervises' },
] as const;

/** As the other system has them. */
export const people = Array.from({ length: 20 }, (_, index) => ({
  id: `EHR-${5000 + index}`,
  first_name: 'Invented',
  last_name: `Voorbeeld ${index}`,
  email: `invented.${index}@mail.example`,
  gender: 'unknown' as const,
  date_of_birth: '1990-01-15',
  active: false,
}));

/** As the other system has them. All are there. */
export const caseload = Array.from({ length: 10_000 }, (_, index) => ({
  id: `EHR-${10_000 + index}`,
  first_name: 'Invented',
  last_name: `Voorbeeld ${index}`,
  email: `caseload.${index}@mail.example`,
  gender: 'unknown' as const,
  date_of_birth: '1990-01-15',
  phone_number: '000-1234567',
  active: false,
}));

/** A part of them, each with labels and a relation. All are there, with these. */
export const labelTexts = ['Waiting list', 'Group B'];
export const related = caseload.slice(0, 500).map((person) => ({
  ...person,
  labelTexts,
  relations: [{ professional: { id: 'PRO-1' }, predicate: 'attends' } as const],
}));

/** Those who have not left. All are active on the platform. */
export const remaining = caseload.slice(0, 480).map((person) => ({ ...person, active: true }));

/** Whether the other system has to do with a client. */
export const isOfCaseload = ({ email }: { readonly email: string }) => email.startsWith('caseload.');

/** How many of them the platform has with another phone number. */
export const changedInCaseload = 300;

/** How many users have a new conversation. */
export const talking = 500;

/** How changes are followed: a poll a minute, which looks back a little, as the platform asks. */
export const feed = { start: new Date('2026-03-02T09:00:00Z'), interval: 60_000, overlap: 10_000 };
