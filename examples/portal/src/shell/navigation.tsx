import { useWords } from '../language/language.tsx';
import { href } from './route.ts';
import type { Section } from './sections.tsx';
import styles from './shell.module.css';

interface Props {
  readonly sections: readonly Section[];
  readonly current: Section['path'] | undefined;
}

export function Navigation({ sections, current }: Props) {
  const { menu, pages } = useWords();
  return (
    <nav className={styles.navigation} aria-label={menu}>
      <ul>
        {sections.map(({ path, icon: Icon }) => (
          <li key={path}>
            <a href={path === 'overview' ? href() : href(path)} aria-current={path === current ? 'page' : undefined}>
              <Icon />
              {pages[path]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
