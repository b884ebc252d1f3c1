import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { DiaryEntry, DiarySchema } from 'care-platform';
import { useId, useState } from 'react';
import { dayKey } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import { ChartFigure } from './chart-figure.tsx';

interface Props {
  readonly entries: readonly DiaryEntry[];
}

const periods = [14, 30, 90] as const;

/** Every chart that the schemas of these entries define, of the days up to today. */
export function Charts({ entries }: Props) {
  const { charts: words } = useWords().diaryPage;
  const [period, setPeriod] = useState<string>('30');
  const heading = useId();
  const charted = schemasOf(entries).filter(({ charts }) => charts !== undefined && charts.length > 0);
  if (charted.length === 0) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = new Date();
  const days = period === 'all' ? {} : { from: dayKey(today, 1 - Number(period)), to: dayKey(today) };
  const choices = periods.map((days) => ({ value: String(days), label: words.days(days) }));
  return (
    <Stack component="section" aria-labelledby={heading} gap="md">
      <Title order={2} size="h3" id={heading}>
        {words.heading}
      </Title>
      <SegmentedControl
        aria-label={words.period}
        data={[...choices, { value: 'all', label: words.everything }]}
        value={period}
        onChange={setPeriod}
      />
      {charted.flatMap((schema) =>
        schema
          .chart(entries, { zone, ...days })
          .map((chart) =>
            chart.known ? (
              <ChartFigure key={`${schema['@id']} ${chart.title}`} chart={chart} schema={schema} />
            ) : (
              <Text key={`${schema['@id']} ${chart.title}`}>{`${chart.title}: ${words.unknown}`}</Text>
            ),
          ),
      )}
    </Stack>
  );
}

function schemasOf(entries: readonly DiaryEntry[]): readonly DiarySchema[] {
  const schemas = entries.flatMap(({ schema }) => (schema === undefined ? [] : [[schema['@id'], schema] as const]));
  return [...new Map(schemas).values()];
}
