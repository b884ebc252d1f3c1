import { Stack, Text, Title } from '@mantine/core';
import type { DiaryChartData, DiarySchema } from 'care-platform';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useDates } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import { colourOf } from './chart-colours.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import classes from './diary.module.css';

export type KnownChart = Extract<DiaryChartData, { known: true }>;

/** The counts of one day. */
interface Bucket {
  readonly day: string;
  readonly counts: readonly number[];
}

const tick = { fill: 'var(--mantine-color-dimmed)' };

interface Props {
  readonly chart: KnownChart;
  readonly schema: DiarySchema;
}

/** One chart, its legend, and the same numbers as a table for users who do not use charts. */
export function ChartFigure({ chart, schema }: Props) {
  const { charts: words } = useWords().diaryPage;
  const { dayOfMonth } = useDates();
  const { title, series } = chart;
  const totals = series.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const buckets = chart.buckets.map(
    (day, at): Bucket => ({ day, counts: series.map(({ counts }) => counts[at] ?? 0) }),
  );
  const highest = Math.max(...buckets.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)), 3);
  const parts = series.map(({ name }, index) => words.times(name, totals[index] ?? 0)).join(', ');
  const dayName = (day: string) => dayOfMonth(new Date(`${day}T12:00`));
  return (
    <Stack component="figure" gap="sm" m={0} className="card">
      <figcaption>
        <Title order={3} size="h4">
          {title}
        </Title>
      </figcaption>
      {totals.every((total) => total === 0) ? (
        <Text c="dimmed">{words.nothing}</Text>
      ) : (
        <>
          <div role="img" aria-label={words.summary(title, parts)} className={classes.chart}>
            <ResponsiveContainer>
              <BarChart data={buckets} accessibilityLayer={false} margin={{ left: -28, right: 16, top: 8 }}>
                <CartesianGrid vertical={false} stroke="var(--mantine-color-default-border)" />
                <XAxis dataKey="day" tick={tick} tickFormatter={dayName} tickLine={false} minTickGap={24} />
                <YAxis
                  tick={tick}
                  domain={[0, highest]}
                  tickCount={Math.min(highest, 4) + 1}
                  allowDecimals={false}
                  tickLine={false}
                  axisLine={false}
                />
                <Tooltip
                  labelFormatter={(day) => dayName(String(day))}
                  contentStyle={{ background: 'var(--portal-surface)', borderColor: 'var(--portal-line)' }}
                  itemStyle={{ color: 'var(--mantine-color-text)' }}
                  cursor={{ fill: 'var(--mantine-color-default-hover)' }}
                />
                {series.map(({ field, value, name }, index) => (
                  <Bar
                    key={`${field} ${value}`}
                    dataKey={({ counts }: Bucket) => counts[index]}
                    name={name}
                    stackId={field}
                    fill={colourOf(index)}
                    isAnimationActive={false}
                  />
                ))}
              </BarChart>
            </ResponsiveContainer>
          </div>
          <ChartLegend series={series} totals={totals} schema={schema} />
          <ChartTable series={series} buckets={buckets} caption={title} dayName={dayName} />
        </>
      )}
    </Stack>
  );
}
