/** What the colours, signs and lines mean: in one line, and in full. */
import { Group, Stack, Text } from '@mantine/core';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { EdgeLegend } from '@/client/symbols/EdgeLegend';
import { differenceImage } from '@/client/symbols/nodeImage';
import { LiveMark } from '@/client/symbols/LiveMark';
import type { Picture, PictureLinks, PictureMarks } from '@/contract/picture';
import { DIFFERENCES, SHOWN_HEALTH } from '@/contract/values/picture';
import { countOf, formatNumber } from '@/plain/counts';
import { COLOUR_LABELS, colourOf } from './colourWords';
import { DIFFERENCE_WORDS, differenceColour } from './differenceMarks';

interface Props {
  marks: PictureMarks | undefined;
  palette: CanvasPalette;
}

type Entry = PictureMarks['legend'][number];

/** Only what is on the screen, the worst first; the full legend has the rest. */
export function LegendSummary({ marks, palette }: Props) {
  if (marks === undefined) return null;
  if (marks.withheld) return <>Your role may not see revenue.</>;
  if (marks.legend.length === 0) return <>{marks.colourBy === 'health' ? 'No health reported yet' : 'Nothing has this colour'}</>;
  return (
    <>
      {marks.legend.map((entry) => (
        <LegendEntry key={entry.colour} entry={entry} marks={marks} palette={palette} />
      ))}
    </>
  );
}

function LegendEntry({ entry, marks, palette }: { entry: Entry; marks: PictureMarks; palette: CanvasPalette }) {
  if (marks.colourBy === 'health') return <HealthEntry colour={entry.colour} count={entry.count} />;
  return (
    <Group gap={5} wrap="nowrap" display="inline-flex">
      <span
        aria-hidden="true"
        style={{
          width: 10,
          height: 10,
          borderRadius: 2,
          flex: 'none',
          background: colourOf(marks, entry.colour, palette) ?? 'transparent',
        }}
      />
      <Text component="span" size="xs">
        {entry.label} {formatNumber(entry.count)}
      </Text>
    </Group>
  );
}

function HealthEntry({ colour, count }: { colour: string; count: number }) {
  const state = SHOWN_HEALTH.find((one) => one === colour);
  if (state === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <LiveMark health={state === 'Maintenance' ? 'Unreported' : state} isUnderMaintenance={state === 'Maintenance'} />
      <Text component="span" size="xs" c="dimmed">
        {formatNumber(count)}
      </Text>
    </Group>
  );
}

/** On a map: what the borders of the lit cells mean. */
export function LinkSummary({ data, links, palette }: { data: Picture; links: PictureLinks; palette: CanvasPalette }) {
  const row = data.cards.flatMap(({ rows }) => rows).find(({ id }) => links.at.includes(id));
  const { dependencies, dependents } = links.counts;
  return (
    <Text component="span" size="xs">
      <b>{row?.name}</b> · <span style={{ color: palette.dependent }}>{countOf(dependents, 'dependency', 'dependencies')} on it</span> ·{' '}
      <span style={{ color: palette.dependency }}>{countOf(dependencies, 'dependency', 'dependencies')} of its own</span>
    </Text>
  );
}

/** The legend while comparing two instants. */
export function DifferenceLegend({ palette }: { palette: CanvasPalette }) {
  return (
    <>
      {DIFFERENCES.map((difference) => (
        <Group key={difference} gap={5} wrap="nowrap" display="inline-flex">
          <img src={differenceImage(difference, differenceColour(difference, palette))} alt="" width={11} height={11} />
          <Text component="span" size="xs">
            {DIFFERENCE_WORDS[difference]}
          </Text>
        </Group>
      ))}
    </>
  );
}

export function LandscapeLegend({ data, marks, isCompared, palette }: Props & { data: Picture; isCompared: boolean }) {
  const title = isCompared ? 'What differs' : marks === undefined ? 'Colours' : COLOUR_LABELS[marks.colourBy];
  return (
    <Stack gap={10}>
      <Stack gap={4} role="group" aria-label={title}>
        <Text size="xs" fw={600}>
          {title}
        </Text>
        <Group gap="sm">{isCompared ? <DifferenceLegend palette={palette} /> : <LegendSummary marks={marks} palette={palette} />}</Group>
        {isCompared && (
          <Text size="xs" c="dimmed">
            Dashed: gone. On cards and lines: how many are new (+), gone (−) and changed (~).
          </Text>
        )}
        {marks?.colourBy === 'health' && (
          <Text size="xs" c="dimmed">
            {data.level === 'map'
              ? 'A cell has the worst state of its components; a group shows the shares of its components by state.'
              : 'A filled row is a cause: it failed by itself. A tinted row is affected by something it depends on. A red line passes a failure on. No sign: no health reported.'}
          </Text>
        )}
      </Stack>
      {data.level !== 'map' && (
        <EdgeLegend arrow="The arrow points from the source to what it depends on. A number counts dependencies; the line is styled like the strongest of them." />
      )}
      <Text size="xs" c="dimmed">
        {shapesOn(data)} A dashed border means external. Select anything to see its own dependencies.
      </Text>
    </Stack>
  );
}

function shapesOn({ cards, stacks, level }: Picture): string {
  if (level === 'map')
    return 'Pointing at a cell marks what depends on it and what it depends on; double-click shows them. Cells without a name are named when you point at them.';
  if (level === 'focus')
    return 'To the left is what depends on the thing in focus, to the right what it depends on; lines are the dependencies on the way. “More” opens; double-click puts something else into focus.';
  const parts = [
    cards.length > 0
      ? 'A card holds components in rows; double-click opens it into boxes. A line for one dependency joins two rows; a line for several joins two cards.'
      : '',
    stacks.length > 0 ? 'A thick border is a stack of similar components; double-click opens it.' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
