import type { DiaryChartSeries, DiarySchema } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { colourOf } from './chart-colours.ts';
import { ChoiceIcon } from './choice-icon.tsx';
import classes from './diary.module.css';

interface Props {
  readonly series: readonly DiaryChartSeries[];
  readonly totals: readonly number[];
  readonly schema: DiarySchema;
}

/** The colour of each choice, with its icon and its count. */
export function ChartLegend({ series, totals, schema }: Props) {
  const { times } = useWords().diaryPage.charts;
  return (
    <ul className={classes.legend}>
      {series.map(({ field, value, name }, index) => (
        <li key={`${field} ${value}`}>
          <svg viewBox="0 0 10 10" className={classes.swatch} aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={colourOf(index)} />
          </svg>
          <ChoiceIcon schema={schema} field={field} value={value} />
          {times(name, totals[index] ?? 0)}
        </li>
      ))}
    </ul>
  );
}
