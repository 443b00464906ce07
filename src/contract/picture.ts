/**
 * The landscape as drawn: cards of rows, or boxes, each at its position, with lines routed between them. The server chooses what a picture
 * shows and lays it out for its window, so that every name is readable at the first fit; browsers only draw. Colours are separate
 * (`PictureMarks`), because health changes while a picture stays still.
 */
import { z } from 'zod';
import { COMPONENT_KINDS, DEPENDENCY_MODES, DEPENDENCY_TYPES, HEALTH_STATES } from '@/domain/vocabulary';
import { guid, guidOut, text } from './fields';
import { pastInstant } from './pastInstant';
import { LandscapeFilters } from './landscapePicture';
import { COLOUR_BY, EVERY_COMPONENT_UP_TO, GROUPINGS, MOST_MEMBERS_ADDED, PICTURE_LEVELS, WINDOW_STEP } from './values/picture';

export type PictureLevel = (typeof PICTURE_LEVELS)[number];

const partId = text(1, 260);

export const PictureInput = z.strictObject({
  grouping: z.enum(GROUPINGS).nullable().meta({
    description: 'null: by application, or by what makes fewer cards where those are too many.',
  }),
  level: z
    .enum(PICTURE_LEVELS)
    .nullable()
    .meta({
      description: `null: the finest that can be read in the window; a card that holds nearly everything is open, unless \`open\` names another card. cards: nothing is open that \`open\` does not name. components: every component, up to ${EVERY_COMPONENT_UP_TO}, which may need zooming; above, as null.`,
    }),
  open: z.array(partId).max(100).meta({
    description: 'Cards and stacks that are to be open; one that is not there, or that there is no room for, is not.',
  }),
  filters: LandscapeFilters,
  question: z
    .strictObject({ around: z.array(partId).min(1).max(50), hops: z.int().min(0).max(6) })
    .nullable()
    .meta({
      description: 'Only what is within this many hops of these components or groups, in either direction.',
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
    description:
      'The landscape as it was then. Health is that of the present alone: marks of the past have none, and filters by health do not count.',
  }),
  since: pastInstant.optional().meta({
    description: 'Compares: what there was at this earlier instant and is gone is on the picture too. Without health, as the past.',
  }),
});
export type PictureInput = z.infer<typeof PictureInput>;

/** Top left corner and size, in units of the picture. */
const box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const point = z.strictObject({ x: z.number(), y: z.number() });

const rowKind = z.enum([...COMPONENT_KINDS, 'Application']);

export const PictureRow = z.strictObject({
  /** Of the component, or of the application in cards of cards. */
  id: guidOut,
  technicalName: z.string(),
  name: z.string(),
  kind: rowKind,
  isExternal: z.boolean(),
  /** Components that it stands for: 1, or the number in an application. */
  count: z.int(),
  box,
});
export type PictureRow = z.infer<typeof PictureRow>;

export const PictureCard = z.strictObject({
  /** The key of its group, or REST_CARD. */
  id: z.string(),
  kind: z.enum(['application', 'hosting-zone', 'team', 'capability', 'rest']),
  title: z.string(),
  /** Components in it, drawn or not. */
  count: z.int(),
  /** Groups that a REST_CARD stands for; 1 for all others. */
  groups: z.int(),
  /** An open card is a frame around boxes and stacks, which are listed separately; it has no rows. */
  isOpen: z.boolean(),
  box,
  rows: z.array(PictureRow),
  /**
   * What the rows, or the boxes of an open card, leave out, and the position of "12 more". `components` counts the components in it; if the
   * rows are applications, that is more than `count`.
   */
  more: z.strictObject({ count: z.int(), components: z.int(), box }).nullable(),
});
export type PictureCard = z.infer<typeof PictureCard>;

/** One component by itself; `cardId` is the open card around it, `stackId` the open stack that it comes from, if any. */
export const PictureBox = PictureRow.omit({ count: true }).extend({
  kind: z.enum(COMPONENT_KINDS),
  cardId: z.string().nullable(),
  stackId: z.string().nullable(),
});
export type PictureBox = z.infer<typeof PictureBox>;

/** Components of one kind with the same neighbours. */
export const PictureStack = z.strictObject({
  id: z.string(),
  /** The name of its first component; the others are counted. */
  name: z.string(),
  kind: z.enum(COMPONENT_KINDS),
  count: z.int(),
  memberIds: z.array(guidOut),
  cardId: z.string().nullable(),
  box,
});
export type PictureStack = z.infer<typeof PictureStack>;

/** What a line looks like: its strongest dependency (hard and required ones first). */
export const LineLook = z.strictObject({
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  propagates: z.boolean(),
});
export type LineLook = z.infer<typeof LineLook>;

/** All dependencies from one thing on another, in one direction. */
export const PictureLine = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.int(),
  look: LineLook,
  /** From end to end: the first and the last are on the borders of what the line connects, the others are bends. */
  points: z.array(point),
});
export type PictureLine = z.infer<typeof PictureLine>;

export const Picture = z.strictObject({
  landscapeVersion: z.int(),
  /**
   * What the cards are grouped by; none if there are no cards. Cards of cards are never grouped by application, because their rows are
   * applications.
   */
  grouping: z.enum(GROUPINGS),
  /** As requested. Coarser if nothing was requested, or if the requested level is no longer in `levels`. */
  level: z.enum(PICTURE_LEVELS),
  /** Levels that may be requested. */
  levels: z.array(z.enum(PICTURE_LEVELS)),
  size: z.strictObject({ width: z.number(), height: z.number() }),
  cards: z.array(PictureCard),
  boxes: z.array(PictureBox),
  stacks: z.array(PictureStack),
  lines: z.array(PictureLine),
  /**
   * Groups folded into the REST_CARD, components that no row, box or stack stands for, and lines without room, with their dependencies.
   * `matching` is what is drawn plus what is omitted; dependencies `within` one card, row or stack need no line.
   */
  omitted: z.strictObject({
    cards: z.int(),
    components: z.int(),
    lines: z.int(),
    dependencies: z.int(),
    within: z.int(),
  }),
  /** Of the whole landscape, and of everything that passes the filters. */
  counts: z.strictObject({ components: z.int(), applications: z.int(), dependencies: z.int() }),
  matching: z.strictObject({ components: z.int(), dependencies: z.int(), groups: z.int() }),
});
export type Picture = z.infer<typeof Picture>;

export type ColourBy = (typeof COLOUR_BY)[number];

export const PictureMarksInput = PictureInput.extend({ colourBy: z.enum(COLOUR_BY) });
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
    }),
  ),
  /** In the order in which they are explained, with how many components have each, wherever on the picture they are. */
  legend: z.array(z.strictObject({ colour: z.string(), label: z.string(), count: z.int() })),
  /** Colours by exposure need the right to see revenue. */
  withheld: z.boolean(),
});
export type PictureMarks = z.infer<typeof PictureMarks>;

export const PictureLinksInput = PictureInput.extend({ component: guid });
export type PictureLinksInput = z.infer<typeof PictureLinksInput>;

/** The dependencies of one component, each with the finest thing on the picture that stands for the other end: a row, a box, a stack, `more ` and a card's id, or a card. */
export const PictureLinks = z.strictObject({
  /** What stands for the component itself. */
  at: z.string().nullable(),
  links: z.array(z.strictObject({ from: z.string(), to: z.string(), count: z.int(), look: LineLook })),
});
export type PictureLinks = z.infer<typeof PictureLinks>;

export const PictureMembersInput = PictureInput.extend({
  things: z.array(partId).min(1).max(MOST_MEMBERS_ADDED).meta({
    description: 'Ids of cards, rows, boxes and stacks, or `more ` and the id of a card; what is not on the picture is left out.',
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
