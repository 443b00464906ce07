/** The figures of a drawn picture of impact: people, money, shares of groups, and how many are left out. The other half of the oracle. */
import type { ColumnsTruth } from './columnsTruth';
import { kindOf, numberIn, type Card, type Column } from './drawnCards';

/** As drawn, in pixels. */
const NEAR = 1.5;

/** A sentence for each figure below a heading that is not so. */
export function figureProblems(column: Column, truth: ColumnsTruth): string[] {
  return [
    ...column.cards.flatMap((card) => {
      if (kindOf(card) === 'audience') return audienceProblems(card, truth);
      return kindOf(card) === 'group' ? groupProblems(card, truth) : [];
    }),
    ...leftOutProblems(column, truth),
  ];
}

function audienceProblems({ node, title, facts }: Card, { outcomes }: ColumnsTruth): string[] {
  const { people = null, expectedPerHour = 0 } = outcomes.get(node.id) ?? {};
  return facts.flatMap((fact) => {
    if (/ (person|people)$/.test(fact)) return numberIn(fact) === people ? [] : [`${title.label}: ${fact}, not ${people ?? 'unknown'}`];
    if (!fact.endsWith('/h')) return [];
    const [said = ''] = /[\d,]+(?:\.\d+)?/.exec(fact) ?? [];
    const isExact = said.includes('.');
    const isSo = Math.abs(Number(said.replaceAll(',', '')) - expectedPerHour) <= (isExact ? 0.005 : 0.5);
    return isSo ? [] : [`${title.label}: ${fact}, not ${expectedPerHour}`];
  });
}

/** "3 of 12": affected applications of all that a group has, its components, and a bar as wide as they are many. */
function groupProblems({ title, column, facts, bars, node }: Card, { applications, components, groups }: ColumnsTruth): string[] {
  const by = column.heading.endsWith('by team') ? 'team' : 'capability';
  const members = groups[by].get(title.label === `No ${by}` ? null : title.label) ?? [];
  const failing = [...components.values()].filter(({ applicationId, state }) => state !== 'Healthy' && members.includes(applicationId));
  const stateOf = (id: string): string => applications.get(id)?.state ?? 'Healthy';
  const harmed = members.filter((id) => stateOf(id) !== 'Healthy');
  const problems = harmed.length === 0 && failing.length === 0 ? [`${title.label} is not affected`] : [];
  const said = `${harmed.length.toLocaleString('en')} of ${members.length.toLocaleString('en')}`;
  if (title.aside !== said) problems.push(`${title.label} says ${title.aside ?? 'nothing'}, not ${said}`);
  const counted = facts.map((fact) => /^([\d,]+) applications?, ([\d,]+) components?$/.exec(fact)).find((found) => found !== null);
  if (counted !== undefined && (numberIn(counted[1]!) !== harmed.length || numberIn(counted[2]!) !== failing.length))
    problems.push(`${title.label} says ${counted[0]}, not ${harmed.length} and ${failing.length}`);
  const whole = bars.reduce((sum, { box }) => sum + box.width, 0);
  for (const state of ['Outage', 'Degraded', 'Warning', 'none']) {
    const many = members.filter((id) => (state === 'none' ? stateOf(id) === 'Healthy' : stateOf(id) === state)).length;
    const drawn = bars.filter(({ classes }) => classes.includes(`state-${state}`)).reduce((sum, { box }) => sum + box.width, 0);
    if (bars.length > 0 && Math.abs(drawn - (whole * many) / members.length) > NEAR)
      problems.push(
        `${title.label}: ${state} is ${Math.round(drawn)} of ${Math.round(whole)} wide, of ${many} in ${members.length} (${node.id})`,
      );
  }
  return problems;
}

/** Capabilities and processes, and audiences, are all there or counted, but for what the picture starts from. */
function leftOutProblems({ heading, cards }: Column, { outcomes, causes }: ColumnsTruth): string[] {
  const isOfPeople = cards.some((card) => kindOf(card) === 'audience');
  if (!isOfPeople && !cards.some((card) => kindOf(card) === 'outcome')) return [];
  const drawn = cards.filter((card) => kindOf(card) !== 'more').length;
  const more = cards.find((card) => kindOf(card) === 'more');
  const counted = drawn + (more === undefined ? 0 : (numberIn(more.title.label) ?? 0));
  const all = [...outcomes.values()].filter(
    ({ id, people }) => (people !== undefined) === isOfPeople && causes.every((cause) => cause.id !== id),
  ).length;
  return counted === all ? [] : [`"${heading}" shows and counts ${counted} of ${all}`];
}
