import { visitor } from '../server/visitor';
import { signIn, signOut } from './actions';
import { TaskList } from './task-list';

export default async function Page({ searchParams }: { searchParams: Promise<{ failed?: string }> }) {
  const care = await visitor();
  if (care === undefined) return <SignIn failed={(await searchParams).failed} />;
  const me = await care.me();
  const tasks = await me.tasks().toArray();
  return (
    <main>
      <h1>{me.data.name}</h1>
      <TaskList tasks={tasks.map((task) => task.toPlain())} />
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}

/** In place of your own sign-in, which knows the token and the user. */
function SignIn({ failed }: { failed: string | undefined }) {
  return (
    <form action={signIn}>
      <h1>Sign in</h1>
      {failed && <p role="alert">Signing in failed: {failed}</p>}
      <label>
        Token <input name="token" type="password" autoComplete="off" required />
      </label>
      <label>
        Your address <input name="url" type="url" required />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
