import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { en } from './en.ts';
import { nl } from './nl.ts';

/** The texts that every language has. `en` decides which exist. */
export type Words = Widened<typeof en>;

type Widened<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };

const languages = {
  en: { words: en, locale: 'en-GB', name: 'English' },
  nl: { words: nl, locale: 'nl-NL', name: 'Nederlands' },
};

export type LanguageCode = keyof typeof languages;

export const languageNames = Object.entries(languages).map(([code, { name }]) => ({
  code: code as LanguageCode,
  name,
}));

interface Language {
  readonly code: LanguageCode;
  readonly words: Words;
  /** For `Intl`. */
  readonly locale: string;
  readonly choose: (code: LanguageCode) => void;
}

const LanguageContext = createContext<Language | undefined>(undefined);

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const language = useMemo(() => {
    const { words, locale } = languages[code];
    return { code, words, locale, choose: (chosen: LanguageCode) => setCode(remembered(chosen)) };
  }, [code]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (language === undefined) throw new Error('There is no language here.');
  return language;
}

export function useWords(): Words {
  return useLanguage().words;
}

/** A choice stays in the address (`?lang=nl`). So a reload keeps it, and nothing is stored. */
function remembered(code: LanguageCode): LanguageCode {
  const address = new URL(location.href);
  address.searchParams.set('lang', code);
  history.replaceState(null, '', address);
  return code;
}

function firstLanguage(): LanguageCode {
  const asked = new URLSearchParams(location.search).get('lang') ?? navigator.language;
  return asked.startsWith('nl') ? 'nl' : 'en';
}
