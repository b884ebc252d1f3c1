'use server';

import { isCareError, type Plain, Task } from 'care-platform';
import { redirect } from 'next/navigation';
import { endSession, startSession, visitor } from '../server/visitor';

export async function signIn(form: FormData): Promise<void> {
  try {
    await startSession({ token: String(form.get('token')), url: String(form.get('url')) });
  } catch (failure) {
    if (!isCareError(failure)) throw failure;
    redirect(`/?failed=${failure.name}`); // the class only: a message is for the log of the server
  }
  redirect('/');
}

export async function signOut(): Promise<void> {
  await endSession();
  redirect('/');
}

export async function readTasks(): Promise<Plain<Task>[]> {
  const care = await visitor();
  if (care === undefined) redirect('/');
  const tasks = await (await care.me()).tasks().toArray();
  return tasks.map((task) => task.toPlain());
}

/** Every caller can send anything as `plain`. `restore` checks it, and the token of the visitor limits what it can reach. */
export async function isPending(plain: Plain<Task>): Promise<boolean> {
  const care = await visitor();
  if (care === undefined) redirect('/');
  const task = await care.restore(plain);
  if (!(task instanceof Task)) return false;
  const pending = await (await care.me()).tasks().toArray();
  return pending.some(({ url }) => url === task.url);
}
