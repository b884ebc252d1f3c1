import { Alert, Button } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import { OwnPicture } from '../session/own-picture.tsx';
import { useSession } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { SignOutIcon } from './icons.tsx';
import { Navigation } from './navigation.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { PreferenceSwitches } from './preference-switches.tsx';
import { href, useRoute } from './route.ts';
import { sectionsFor } from './sections.tsx';
import styles from './shell.module.css';
import { useOnline } from './use-online.ts';

/** The frame around every page of a user who is signed in. */
export function Shell() {
  const { words } = useLanguage();
  const { user, example } = useSession();
  const online = useOnline();
  const [first = 'overview', ...path] = useRoute();
  const sections = sectionsFor(user);
  const section = sections.find((one) => one.path === first);
  const PageOfRoute = section?.page ?? NoSuchPage;
  return (
    <>
      <button type="button" className={styles.skip} onClick={() => document.querySelector('main')?.focus()}>
        {words.skip}
      </button>
      <header className={styles.header}>
        {example && <p className={styles.example}>{words.exampleBadge}</p>}
        <div className={styles.bar}>
          <a href={href()} className={styles.brand} aria-label={words.portal}>
            <img src="/icon.svg" alt="" />
            <span className={styles.wide}>{words.portal}</span>
          </a>
          <PreferenceSwitches />
          <OwnPicture />
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            px={8}
            fw={500}
            onClick={signOut}
            aria-label={words.signOut}
          >
            <SignOutIcon />
            <span className={styles.wide}>&nbsp;{words.signOut}</span>
          </Button>
        </div>
      </header>
      <div className={styles.frame}>
        <Navigation sections={sections} current={section?.path} />
        <main className={styles.main} tabIndex={-1}>
          <div role="status">
            {!online && (
              <Alert role="note" color="yellow" mb="lg">
                {words.offline}
              </Alert>
            )}
          </div>
          <PageOfRoute key={first} path={section === undefined ? [first] : path} />
        </main>
      </div>
    </>
  );
}
