/**
 * The landscape as drawn: cards of rows, or boxes, each at its position, with lines routed between them; a map of groups with cells when there
 * is more. The server chooses what a picture
 * shows and lays it out for its window, so that every name is readable at the first fit; browsers only draw. Colours are separate
 * (`PictureMarks`), because health changes while a picture stays still.
 */
import { z } from 'zod';
import { COMPONENT_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { guid, guidOut, text } from './fields';
import { pastInstant } from './pastInstant';
import { edgeLook, LandscapeFilters } from './landscapePicture';
import {
  CARDS_UP_TO,
  COLOUR_BY,
  EVERY_COMPONENT_UP_TO,
  GROUPINGS,
  MOST_MEMBERS_ADDED,
  PICTURE_LEVELS,
  SHOWN_LEVELS,
  WINDOW_STEP,
} from './values/picture';

export type PictureLevel = (typeof PICTURE_LEVELS)[number];

const partId = text(1, 260);

export const PictureInput = z.strictObject({
  grouping: z.enum(GROUPINGS).nullable().meta({
    description: 'null: cards by application; a map by domain, or by team where few applications support a capability.',
  }),
  level: z
    .enum(PICTURE_LEVELS)
    .nullable()
    .meta({
      description: `null: the finest that can be read in the window; a card that holds nearly everything is open, unless \`open\` names another card. cards, up to ${CARDS_UP_TO} components: nothing is open that \`open\` does not name. components: every component, up to ${EVERY_COMPONENT_UP_TO}. map: groups with their applications, without lines. A level that is not possible counts as null.`,
    }),
  open: z.array(partId).max(100).meta({
    description: 'Cards, stacks and columns of a focus to open. Those that do not exist, or for which there is no room, stay closed.',
  }),
  filters: LandscapeFilters,
  question: z
    .strictObject({ around: z.array(partId).min(1).max(50), hops: z.int().min(0).max(6) })
    .nullable()
    .meta({
      description:
        'What depends on these components or groups, and what they depend on, up to this many hops away: as columns by hop. With 0 hops, only these.',
    }),
  width: z
    .int()
    .min(WINDOW_STEP)
    .max(8_000)
    .meta({
      description: `Pixels that are free for the picture; rounded down to steps of ${WINDOW_STEP}.`,
    }),
  height: z.int().min(WINDOW_STEP).max(8_000),
  at: pastInstant.optional().meta({
    description: 'The landscape as it was then, without health, which only the present has; filters by health are ignored.',
  }),
  since: pastInstant.optional().meta({
    description:
      'An earlier instant to compare with: what has gone since then is on the picture too. Health is left out, as for any past time.',
  }),
});
export type PictureInput = z.infer<typeof PictureInput>;

/** Top left corner and size, in units of the picture. */
const box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const point = z.strictObject({ x: z.number(), y: z.number() });

const rowKind = z.enum([...COMPONENT_KINDS, 'Application']);

export const PictureRow = z.strictObject({
  /** Unique on the picture: the id of what it stands for, followed by ` in ` and the card where that is in several. */
  id: z.string(),
  /** The component or application. */
  of: guidOut,
  technicalName: z.string(),
  name: z.string(),
  kind: rowKind,
  isExternal: z.boolean(),
  /** Components that it stands for: 1, or the number of the application's that are in the group. */
  count: z.int(),
  /** Whether there is room for its name. */
  isNamed: z.boolean(),
  box,
});
export type PictureRow = z.infer<typeof PictureRow>;

export const PictureCard = z.strictObject({
  /** Unique on the picture: the key of its group, or in a focus its column and application. */
  id: z.string(),
  /** The key of its group. */
  group: z.string(),
  /** none for everything, and for what has no room in a column of a focus. */
  kind: z.enum(GROUPINGS),
  title: z.string(),
  /** Components in it, drawn or not. */
  count: z.int(),
  /** An open card is a frame around boxes and stacks, which are listed separately; it has no rows. */
  isOpen: z.boolean(),
  box,
  rows: z.array(PictureRow),
  /** The height of its title, from its top. */
  titleHeight: z.number(),
  /** What the rows, or the boxes of an open card, leave out, and the position of "12 more". */
  more: z.strictObject({ count: z.int(), box }).nullable(),
  /** On a map: where the shares of its components by colour are drawn. */
  shares: box.nullable(),
});
export type PictureCard = z.infer<typeof PictureCard>;

/** One component by itself; `cardId` is the open card around it, `stackId` the open stack that it comes from, if any. */
export const PictureBox = PictureRow.omit({ of: true, count: true, isNamed: true }).extend({
  id: guidOut,
  kind: z.enum(COMPONENT_KINDS),
  cardId: z.string().nullable(),
  stackId: z.string().nullable(),
});
export type PictureBox = z.infer<typeof PictureBox>;

/** Components of one kind with the same neighbours. */
export const PictureStack = z.strictObject({
  id: z.string(),
  /** For example “18 workers like attachments-consumer”. */
  name: z.string(),
  kind: z.enum(COMPONENT_KINDS),
  count: z.int(),
  memberIds: z.array(guidOut),
  cardId: z.string().nullable(),
  box,
});
export type PictureStack = z.infer<typeof PictureStack>;

/** What a line looks like: its strongest dependency (hard and required ones first). */
export const LineLook = z.strictObject(edgeLook);
export type LineLook = z.infer<typeof LineLook>;

/** A dependency that a line stands for. */
export const JoinedDependency = z.strictObject({
  id: guidOut,
  source: z.strictObject({ id: guidOut, name: z.string() }),
  target: z.strictObject({ id: guidOut, name: z.string() }),
  look: LineLook,
});
export type JoinedDependency = z.infer<typeof JoinedDependency>;

/** All dependencies from one thing on another, in one direction. A single one runs from its row to its row; several dock at the titles. */
export const PictureLine = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.int(),
  /** Of the strongest. */
  look: LineLook,
  dependencies: z.array(JoinedDependency),
  /** From end to end: the first and the last are on the borders of what the line connects, the others are bends. Empty for a curve. */
  points: z.array(point),
});
export type PictureLine = z.infer<typeof PictureLine>;

export const Picture = z.strictObject({
  landscapeVersion: z.int(),
  /** What the cards are grouped by; none if there are no cards. */
  grouping: z.enum(GROUPINGS),
  /** As requested, if that is in `levels`. `focus` for what is around something, whatever was requested. */
  level: z.enum(SHOWN_LEVELS),
  /** Levels that may be requested. */
  levels: z.array(z.enum(PICTURE_LEVELS)),
  size: z.strictObject({ width: z.number(), height: z.number() }),
  cards: z.array(PictureCard),
  /** Of the columns of a focus: at which hop they are, negative for what depends on the thing, and how many components are in them. */
  headings: z.array(z.strictObject({ hop: z.int(), count: z.int(), box })),
  boxes: z.array(PictureBox),
  stacks: z.array(PictureStack),
  lines: z.array(PictureLine),
  /**
   * Components that no row, box or stack stands for, and lines without room, with their dependencies. `matching` is what is drawn plus what
   * is omitted; dependencies `within` one card, row or stack need no line. A map draws no lines: all its dependencies are `within` it.
   */
  omitted: z.strictObject({ components: z.int(), lines: z.int(), dependencies: z.int(), within: z.int() }),
  /** Of the whole landscape, and of everything that passes the filters. */
  counts: z.strictObject({ components: z.int(), applications: z.int(), dependencies: z.int() }),
  matching: z.strictObject({ components: z.int(), dependencies: z.int(), groups: z.int() }),
});
export type Picture = z.infer<typeof Picture>;

export type ColourBy = (typeof COLOUR_BY)[number];

export const PictureMarksInput = PictureInput.extend({
  colourBy: z.enum(COLOUR_BY).nullable().meta({ description: 'null: by health; by criticality while nothing reports health.' }),
});
export type PictureMarksInput = z.infer<typeof PictureMarksInput>;

const marked = {
  /** The id of a card, row, box or stack, or `more ` plus a card's id for what its rows leave out. */
  id: z.string(),
  /** Effective: the worst of its own signal and what its dependencies pass on. For several components: the worst. */
  health: z.enum([...HEALTH_STATES, 'Unreported']),
  isUnderMaintenance: z.boolean(),
  /** It failed by itself: no other component explains its state. For several components: one of them did. */
  isCause: z.boolean(),
  /** Components in it that are worse than Healthy. */
  unhealthy: z.int(),
};

/** How each thing in the picture looks now. */
export const PictureMarks = z.strictObject({
  landscapeVersion: z.int(),
  colourBy: z.enum(COLOUR_BY),
  marks: z.array(
    z.strictObject({
      ...marked,
      /**
       * Which entry of the legend it belongs to, null for none. health: `cause`, a state, `Unreported` or `Maintenance`; tier: a tier;
       * lifecycle: a state; team: `team ` and its name, `other-teams` beyond the nine largest, `none`; end-of-support: `ended`,
       * `within-a-year` or `later`; exposure: `none`, `low`, `middle` or `high`; single-points: `single-point`. For several components, the
       * worst; for several teams, null.
       */
      colour: z.string().nullable(),
      /** What is said of it, for example "€1,000 per hour" or "PostgreSQL 13 ended on 2025-11-13". */
      text: z.string().nullable(),
      /** Of a card on a map: how many of its components have each entry of the legend, in its order. Empty for everything else. */
      shares: z.array(z.strictObject({ colour: z.string(), count: z.int() })),
    }),
  ),
  /** In the order in which they are explained, with how many components have each, wherever on the picture they are. */
  legend: z.array(z.strictObject({ colour: z.string(), label: z.string(), count: z.int() })),
  /** The lines that pass a failure on now: what they lead to fails, and reaches what they come from. */
  failing: z.array(z.string()),
  /** Colours by exposure need the right to see revenue. */
  withheld: z.boolean(),
});
export type PictureMarks = z.infer<typeof PictureMarks>;
export type PictureMark = PictureMarks['marks'][number];

export const PictureLinksInput = PictureInput.extend({
  thing: guid.meta({ description: 'A component or an application.' }),
});
export type PictureLinksInput = z.infer<typeof PictureLinksInput>;

/** The dependencies of one component or application, each with what stands for the other end: rows, boxes, stacks, `more ` and a card's id, or cards. */
export const PictureLinks = z.strictObject({
  /** Everything that stands for it. */
  at: z.array(z.string()),
  /** How many dependencies lead from it, and to it, with both ends on the picture. */
  counts: z.strictObject({ dependencies: z.int(), dependents: z.int() }),
  /** Between things on the picture; a dependency on something that is drawn in several groups leads to each. */
  links: z.array(z.strictObject({ from: z.string(), to: z.string(), count: z.int(), look: LineLook })),
});
export type PictureLinks = z.infer<typeof PictureLinks>;

export const PictureMembersInput = PictureInput.extend({
  things: z.array(partId).min(1).max(MOST_MEMBERS_ADDED).meta({
    description:
      'Ids of cards, rows, boxes and stacks, of components and applications, or `more ` and the id of a card; what is not on the picture is left out.',
  }),
});
export type PictureMembersInput = z.infer<typeof PictureMembersInput>;

/** The components that things on a picture stand for, each once. */
export const PictureMembers = z.strictObject({
  /** The first of them. */
  componentIds: z.array(guidOut).max(MOST_MEMBERS_ADDED),
  /** How many there are. */
  total: z.int(),
});
export type PictureMembers = z.infer<typeof PictureMembers>;

export const PictureDifferencesInput = PictureInput.required({ since: true });
export type PictureDifferencesInput = z.infer<typeof PictureDifferencesInput>;

const told = { appeared: z.int(), vanished: z.int(), changed: z.int() };

/** The differences between `since` and `at`, by what stands for them in the picture. */
export const PictureDifferences = z.strictObject({
  marks: z.array(
    z.strictObject({
      /** Of a card, row, box, stack, or `more ` and a card's id. */
      id: z.string(),
      /** For the components that it stands for. */
      count: z.int(),
      ...told,
      /** Of the group that a card stands for, or the application that a row does. */
      own: z.enum(['appeared', 'vanished', 'changed']).nullable(),
    }),
  ),
  /** By the id of a line: of the dependencies that it stands for. */
  lines: z.array(z.strictObject({ id: z.string(), count: z.int(), ...told })),
});
export type PictureDifferences = z.infer<typeof PictureDifferences>;
