/** What is said of a thing of the landscape that the arrow keys reach: its name, what it is, how it is, and where else it is. Pure. */
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import type { Picture, PictureMarks } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { alsoIn } from './alsoIn';
import { liveWords } from './healthWords';
import { nameOnPicture } from './nameOnPicture';
import { moreId } from '@/contract/values/picture';

export function spokenThing(data: Picture, marks: PictureMarks | undefined, id: string): string {
  const mark = marks?.marks.find((one) => one.id === id);
  const state = mark === undefined ? '' : marks?.colourBy === 'health' ? liveWords(mark) : (mark.text ?? '');
  const parts = [nameOnPicture(data, id), ...whatItIs(data, id), state, mark?.isCause === true ? 'a cause' : ''];
  return parts.filter((part) => part !== '').join(', ');
}

function whatItIs(data: Picture, id: string): string[] {
  const { cards, boxes, stacks, headings, level } = data;
  for (const card of cards) {
    const column = level === 'focus' ? headings.find(({ hop }) => card.id.startsWith(`${hop} `) || card.id === `column ${hop}`) : undefined;
    const hop = column === undefined || column.hop === 0 ? [] : [hopWords(column.hop)];
    if (card.id === id) return [countOf(card.count, 'component'), ...hop];
    if (moreId(card.id) === id) return [countOf(card.more?.count ?? 0, 'component'), ...hop];
    const row = card.rows.find((one) => one.id === id);
    if (row === undefined) continue;
    const kind = row.kind === 'Application' ? `application, ${countOf(row.count, 'component')}` : COMPONENT_KIND_LABELS[row.kind];
    const others = alsoIn(data, row);
    const also = others.length === 0 ? [] : [`also in ${others.join(' and ')}`];
    return [kind, `in ${card.title}`, ...also, ...hop];
  }
  const box = boxes.find((one) => one.id === id);
  if (box !== undefined) return [COMPONENT_KIND_LABELS[box.kind]];
  return stacks.some((one) => one.id === id) ? ['a stack of similar components'] : [];
}

function hopWords(hop: number): string {
  return hop < 0 ? `depends on it, ${countOf(-hop, 'hop')}` : `it depends on this, ${countOf(hop, 'hop')}`;
}
