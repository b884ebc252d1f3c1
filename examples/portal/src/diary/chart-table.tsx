import { Box, Table } from '@mantine/core';
import type { DiaryChartSeries } from 'care-platform';
import { useWords } from '../language/language.tsx';
import classes from './diary.module.css';

interface Props {
  readonly caption: string;
  readonly series: readonly DiaryChartSeries[];
  readonly buckets: readonly { readonly day: string; readonly counts: readonly number[] }[];
  readonly dayName: (day: string) => string;
}

/** The days that have entries. */
export function ChartTable({ caption, series, buckets, dayName }: Props) {
  const { charts: words } = useWords().diaryPage;
  const written = buckets.filter(({ counts }) => counts.some((count) => count > 0));
  return (
    <details>
      <summary className={classes.summary}>{words.table}</summary>
      {/* It can be wider than a telephone. Then the keyboard scrolls it too. */}
      <Box component="section" className={classes.scrolled} aria-label={words.table} tabIndex={0}>
        <Table captionSide="top">
          <Table.Caption>{caption}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.day}</Table.Th>
              {series.map(({ field, value, name }) => (
                <Table.Th scope="col" key={`${field} ${value}`}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {written.map(({ day, counts }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row">{dayName(day)}</Table.Th>
                {series.map(({ field, value }, index) => (
                  <Table.Td key={`${field} ${value}`}>{counts[index]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </details>
  );
}
