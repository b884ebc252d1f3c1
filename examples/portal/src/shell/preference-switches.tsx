import { ActionIcon, NativeSelect, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { type LanguageCode, languageNames, useLanguage } from '../language/language.tsx';
import { MoonIcon } from './icons.tsx';

/** Language and colours: chosen for this visit, stored nowhere. */
export function PreferenceSwitches() {
  const { words, code, choose } = useLanguage();
  // Without transitions Mantine would add a <style> element, which the content security policy does not allow.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={words.language}
        value={code}
        onChange={(event) => choose(event.currentTarget.value as LanguageCode)}
        data={languageNames.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <ActionIcon
        variant={dark ? 'light' : 'subtle'}
        color="gray"
        size="lg"
        aria-label={words.darkMode}
        aria-pressed={dark}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        <MoonIcon />
      </ActionIcon>
    </>
  );
}
