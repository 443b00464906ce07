/** A tooltip for what is under the pointer. */
import { Group, Text } from '@mantine/core';
import type { Hover } from '@/canvas/draw/createCore';
import { PictureTooltip } from '@/canvas/overlay/PictureTooltip';
import { dependencySentence, modeLabel } from '@/client/labels/dependencyLabels';
import { COMPONENT_KIND_LABELS, TYPE_LABELS } from '@/client/labels/labels';
import { KindIcon } from '@/client/symbols/KindIcon';
import { LiveMark } from '@/client/symbols/LiveMark';
import type { Picture, PictureCard, PictureLine, PictureMark as Mark, PictureMarks, PictureRow } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { alsoIn } from './alsoIn';
import { nameOnPicture } from './nameOnPicture';
import type { Room } from '@/features/landscape/address/landscapeAddress';

interface Props {
  hover: Hover;
  data: Picture;
  marks: PictureMarks | undefined;
  room: Room;
}

export function LandscapeHover({ hover, data, marks, room }: Props) {
  const mark = marks?.marks.find(({ id }) => id === hover.id);
  const content = hover.kind === 'line' ? describeLine(hover.id, data) : describeNode(hover.id, data, mark, marks);
  if (content === null) return null;
  return (
    <PictureTooltip at={hover.at} frame={room}>
      {content}
    </PictureTooltip>
  );
}

function describeNode(id: string, data: Picture, mark: Mark | undefined, marks: PictureMarks | undefined) {
  const plain = { count: 1, isNamed: true };
  const boxes = data.boxes.map((box) => ({ ...box, of: box.id, ...plain }));
  const row = [...data.cards.flatMap(({ rows }) => rows), ...boxes].find((one) => one.id === id);
  if (row !== undefined) return <RowNote row={row} others={alsoIn(data, row)} mark={mark} />;
  const card = data.cards.find((one) => one.id === id);
  if (card !== undefined) return <CardNote card={card} mark={mark} marks={marks} />;
  const stack = data.stacks.find((one) => one.id === id);
  if (stack === undefined) return null;
  return (
    <>
      <Text size="xs" fw={600}>
        {stack.name}
      </Text>
      <Text size="xs" c="dimmed">
        The same kind with the same neighbours. Double-click opens the stack.
      </Text>
      {mark !== undefined && <Text size="xs">{troubleOf(mark)}</Text>}
    </>
  );
}

function RowNote({ row, others, mark }: { row: PictureRow; others: readonly string[]; mark: Mark | undefined }) {
  return (
    <>
      <Group gap={6} wrap="nowrap">
        {row.kind !== 'Application' && <KindIcon kind={row.kind} />}
        <Text size="xs" fw={600}>
          {row.name}
        </Text>
        {mark !== undefined && <LiveMark health={mark.health} isUnderMaintenance={mark.isUnderMaintenance} />}
      </Group>
      <Text size="xs" c="dimmed">
        {row.kind === 'Application' ? countOf(row.count, 'component') : COMPONENT_KIND_LABELS[row.kind]}
        {row.isExternal ? ' · external' : ''} · {row.technicalName}
      </Text>
      {others.length > 0 && <Text size="xs">Also in {others.join(', ')}</Text>}
      {mark?.isCause === true && <Text size="xs">A cause: nothing it depends on explains its state.</Text>}
      {mark?.text != null && <Text size="xs">{mark.text}</Text>}
    </>
  );
}

function CardNote({ card, mark, marks }: { card: PictureCard; mark: Mark | undefined; marks: PictureMarks | undefined }) {
  const labels = new Map(marks?.legend.map(({ colour, label }) => [colour, label]));
  const opens = card.kind === 'none' ? 'Press to see them.' : `Double-click ${card.isOpen ? 'closes' : 'opens'} it.`;
  const does = card.shares === null ? opens : 'Double-click shows it by itself.';
  const what = `${countOf(card.count, 'component')}. ${does}`;
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" fw={600}>
          {card.title}
        </Text>
        {mark !== undefined && <LiveMark health={mark.health} isUnderMaintenance={mark.isUnderMaintenance} />}
      </Group>
      {mark !== undefined && mark.unhealthy > 0 && <Text size="xs">{troubleOf(mark)}</Text>}
      {mark !== undefined && mark.shares.length > 0 && (
        <Text size="xs">{mark.shares.map(({ colour, count }) => `${labels.get(colour) ?? colour} ${count}`).join(' · ')}</Text>
      )}
      <Text size="xs" c="dimmed">
        {what}
      </Text>
      {mark?.text != null && <Text size="xs">{mark.text}</Text>}
    </>
  );
}

function troubleOf({ unhealthy, isCause }: Mark): string {
  if (unhealthy === 0) return 'Nothing in it is affected.';
  return `${countOf(unhealthy, 'component')} affected${isCause ? ', a cause among them' : ''}.`;
}

function describeLine(id: string, data: Picture) {
  const line = data.lines.find((one) => one.id === id);
  return line === undefined ? null : <LineNote line={line} nameOf={(end) => nameOnPicture(data, end)} />;
}

function LineNote({ line: { from, to, count, look, dependencies }, nameOf: name }: { line: PictureLine; nameOf: (id: string) => string }) {
  const [only] = dependencies;
  return (
    <>
      <Text size="xs" fw={600}>
        {count === 1
          ? dependencySentence(only?.source.name ?? name(from), look.dependencyType, only?.target.name ?? name(to))
          : `${name(from)} depends on ${name(to)} in ${countOf(count, 'way')}.`}
      </Text>
      <Text size="xs" c="dimmed">
        {count === 1 ? modeLabel(look) : `The strongest: ${TYPE_LABELS[look.dependencyType]}, ${modeLabel(look)}`}
      </Text>
    </>
  );
}
