import { createTheme, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { coloursInMemory } from './colours-in-memory.ts';
import { LanguageProvider } from './language/language.tsx';
import { createQueryCache } from './session/query-cache.ts';
import { type Session, SessionProvider } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';

const theme = createTheme({
  primaryColor: 'cyan',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** Styles are static files: `styles.css` has what Mantine would write into `<style>` elements. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={coloursInMemory}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <LanguageProvider>
        <Notifications position="top-right" />
        <Door />
      </LanguageProvider>
    </MantineProvider>
  );
}

/** The sign-in page, or the portal of the user who is signed in. */
function Door() {
  const [session, setSession] = useState<Session>();
  const [cache] = useState(createQueryCache);
  if (session === undefined) return <SignInPage onSignedIn={setSession} />;
  return (
    <SessionProvider value={session}>
      <QueryClientProvider client={cache}>
        <Shell />
      </QueryClientProvider>
    </SessionProvider>
  );
}
