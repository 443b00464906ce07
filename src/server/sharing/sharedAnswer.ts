/** Answers the question of a page for a link, by the use cases of that page: what is stored is what the page shows, and nobody's text. */
import type { LiveColumns } from '@/contract/impactColumns';
import type { SharedAnswer, SharedQuestion } from '@/contract/shareLinks';
import { causeCalled } from '@/domain/incidentWords';
import { shownMoment } from '@/domain/health/shownMoment';
import type { Plan } from '@/domain/vocabulary';
import { readLiveColumns } from '@/server/health/readLiveColumns';
import { getIncident } from '@/server/health/readIncidents';
import { readPastHealth } from '@/server/health/readReplay';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { readImpactColumns } from '@/server/impact/impactColumns';
import { pictureScenario } from '@/server/scenarios/evaluateScenario';
import { readBestFixes } from '@/server/weakPoints/bestFixes';
import { readWeakPoints } from '@/server/weakPoints/weakPoints';
import { readWeakPointSummary } from '@/server/weakPoints/weakPointSummary';
import { landscapeFor, momentOf, type Asked } from './sharedLandscape';

/** As many components as the page lists. */
const LISTED_COMPONENTS = 1_000;
/** More than anybody reads; how many there are is said. */
const LISTED_CAPABILITIES = 500;

interface AskedOnPlan extends Asked {
  plan: Plan;
}

/** What a link shows, and what it is about, by name. */
export interface AnswerForLink {
  title: string;
  content: SharedAnswer;
}

type QuestionOf<Page extends SharedQuestion['page']> = Extract<SharedQuestion, { page: Page }>;

/** Throws what the use cases of the page throw. */
export async function answerForLink(asked: AskedOnPlan, what: SharedQuestion): Promise<AnswerForLink> {
  switch (what.page) {
    case 'landscape':
      return landscapeFor(asked, what.question);
    case 'blast-radius':
      return blastRadiusFor(asked, what);
    case 'scenarios':
      return scenarioFor(asked, what);
    case 'weak-points':
      return weakPointsFor(asked, what);
    case 'weak-points-overview':
      return overviewFor(asked);
    case 'incidents':
      return incidentFor(asked, what);
  }
}

const ofGroup = (group: string | undefined) => (group === undefined ? {} : { group });

async function blastRadiusFor(
  { tenant, plan, principal }: AskedOnPlan,
  { question, group }: QuestionOf<'blast-radius'>,
): Promise<AnswerForLink> {
  const [answer, columns] = await Promise.all([
    answerBlastRadius(tenant, plan, principal, { ...question, componentLimit: LISTED_COMPONENTS }),
    readImpactColumns(tenant, plan, principal, { ...question, ...ofGroup(group) }),
  ]);
  return { title: answer.entity.name, content: { page: 'blast-radius', answer, columns, at: momentOf(question.at) } };
}

async function scenarioFor({ tenant, principal }: Asked, { question, group }: QuestionOf<'scenarios'>): Promise<AnswerForLink> {
  const picture = await pictureScenario(tenant, principal, { ...question, ...ofGroup(group) });
  const title = picture.answer.failures.map(({ name }) => name).join(', ');
  return { title, content: { page: 'scenarios', picture } };
}

async function weakPointsFor({ tenant, principal }: Asked, { question }: QuestionOf<'weak-points'>): Promise<AnswerForLink> {
  const answer = await readWeakPoints(tenant, principal, { ...question, fixes: false });
  return { title: answer.entity.name, content: { page: 'weak-points', answer } };
}

async function overviewFor({ tenant, principal }: Asked): Promise<AnswerForLink> {
  const [summary, best] = await Promise.all([
    readWeakPointSummary(tenant, principal, { limit: LISTED_CAPABILITIES }),
    readBestFixes(tenant, principal),
  ]);
  const fixes = best.fixes.map(({ manifest: _manifest, ...fix }) => fix);
  return { title: 'All capabilities', content: { page: 'weak-points-overview', summary, best: { ...best, fixes } } };
}

/** Without what people and monitoring wrote, the names of people and whom to contact, which are meant for members. */
async function incidentFor(
  { tenant, principal, now }: Asked,
  { question: { id }, group }: QuestionOf<'incidents'>,
): Promise<AnswerForLink> {
  const found = await getIncident(tenant, id, now, principal.canSeeRevenue);
  const at = shownMoment(found);
  const shown = { incident: id, ...ofGroup(group) };
  const live = at === null ? await readLiveColumns(tenant, principal, shown) : null;
  const past = at === null ? null : await readPastHealth(tenant, principal, at, now, shown);
  const columns = withoutMessages(live ?? past?.lanes ?? null);
  const reporting = live?.causes ?? past?.reporting ?? [];
  const { url: _url, contact: _contact, references: _references, ...facts } = found;
  const incident = { ...facts, timeline: [], acknowledgedBy: null };
  const title = `${found.number}: ${causeCalled(found)}`;
  return { title, content: { page: 'incidents', incident, columns, reporting: reporting.map((one) => one.id), at } };
}

function withoutMessages(columns: LiveColumns | null): LiveColumns | null {
  return columns === null ? null : { ...columns, causes: columns.causes.map((cause) => ({ ...cause, lastMessage: null })) };
}
