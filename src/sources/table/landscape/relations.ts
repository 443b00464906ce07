/**
 * What a relation between two things of a table means in a landscape. Everybody gets directions wrong, so all of them are here: each
 * function says of two things what it makes of them, or why it makes nothing.
 */
import type { ImportReport } from '@/sources/proposal/importReport';
import { countOf } from '@/plain/counts';
import { withArticle } from '@/plain/withArticle';
import type { DirectionWord } from '@/sources/table/mapping/mappingFields';
import { defined } from '@/sources/proposal/importedText';
import { Edges, type EdgeFacts } from './edges';
import { link, type Item, type Items } from './items';

/** Null if the relation is mapped; otherwise why it is not. */
type Trouble = string | null;

const kindOf = ({ as }: Item): string => withArticle(as.replace('-', ' '));

export class Relations {
  readonly edges = new Edges();
  /** Capabilities and processes, and the components whose applications support them. */
  readonly supporters: { supported: Item; component: Item }[] = [];
  private readonly standIns = new Map<Item, Item>();
  private readonly decisions = { member: 0, standIn: 0, again: 0 };

  constructor(private readonly items: Items) {}

  relate(direction: DirectionWord, source: Item, target: Item, facts: EdgeFacts): Trouble {
    switch (direction) {
      case 'forward':
        return this.depend(source, target, facts);
      case 'reversed':
        return this.depend(target, source, facts);
      case 'contains':
        return this.contain(source, target);
      case 'partOf':
        return this.contain(target, source);
      case 'zone':
        return this.place(source, target, facts);
      case 'sends':
        return this.send(source, target, facts);
      case 'ignored':
        return 'says nothing about dependencies';
    }
  }

  tell(report: ImportReport): void {
    const { member, standIn, again } = this.decisions;
    const few = (count: number): string => countOf(count, 'component');
    if (member > 0)
      report.decided(
        undefined,
        `${few(member)} belong${member === 1 ? 's' : ''} to the application that depends on it, as no other one contains it`,
      );
    if (standIn > 0)
      report.decided(
        undefined,
        standIn === 1
          ? '1 application got a component of its own name, which depends on what the application needs from others'
          : `${countOf(standIn, 'application')} each got a component of their own name, which depends on what the application needs from others`,
      );
    if (again > 0)
      report.decided(undefined, `${countOf(again, 'relation')} ${again === 1 ? 'states' : 'state'} what another one states already`);
  }

  /** Interfaces join those who use them with those who provide them. */
  joinInterfaces(report: ImportReport): void {
    for (const one of this.items.of('interface')) {
      const trouble = one.users.size === 0 ? 'nobody uses it' : one.providers.size === 0 ? 'nobody provides it' : null;
      if (trouble !== null) report.notMapped(one.position, `the interface ${one.name}: ${trouble}`, 'interfaces without both ends');
      for (const user of one.users)
        for (const provider of one.providers) if (user !== provider) this.connect(user, provider, one.fields as EdgeFacts);
    }
  }

  private depend(one: Item, other: Item, facts: EdgeFacts): Trouble {
    if (one === other) return 'depends on itself';
    if (other.as === 'machine' || other.as === 'hosting-zone' || other.as === 'hosting-area') return this.place(one, other, facts);
    if (one.as === 'interface' || other.as === 'interface') return this.offer(one, other);
    if (one.as === 'capability' || one.as === 'process') return this.support(one, other);
    if (one.as === 'segment' && other.as === 'capability') return this.linked(one, 'capabilities', other);
    if (other.as === 'technology') return this.useTechnology(one, other);
    if (facts.gathers === true && one.as === 'application' && other.as === 'component') return this.gather(one, other, facts);
    if (isRunning(one) && isRunning(other)) return this.connect(this.partOf(one), this.partOf(other), facts);
    return `${kindOf(one)} cannot depend on ${kindOf(other)} here`;
  }

  /** The component itself; for an application, one of its name that stands in for it. */
  private partOf(item: Item): Item {
    if (item.as === 'component') return item;
    const known = this.standIns.get(item);
    if (known !== undefined) return known;
    const found = this.items.all('component', item.name).find((one) => one.above === item);
    const part = found ?? this.items.invent('component', item.name);
    if (found === undefined) this.decisions.standIn += 1;
    part.above = item;
    if (part.fields.redundancy === undefined && item.fields.redundancy !== undefined) part.fields.redundancy = item.fields.redundancy;
    this.standIns.set(item, part);
    return part;
  }

  private connect(source: Item, target: Item, facts: EdgeFacts): Trouble {
    if (source === target) return 'depends on itself';
    if (!this.edges.add(source, target, facts)) this.decisions.again += 1;
    return null;
  }

  /** An application depends on what it is made of. What another application has already, is needed by a component of its own. */
  private gather(application: Item, component: Item, facts: EdgeFacts): Trouble {
    const isGrouped = facts.isGrouped === true && application.fields.redundancy !== undefined;
    const isFree = component.above === undefined && component.wholeOf === undefined;
    if (isFree) {
      component.above = application;
      this.decisions.member += 1;
    } else if (component.above === application && !isGrouped) return null;
    return isFree && !isGrouped ? null : this.connect(this.partOf(application), component, facts);
  }

  private offer(one: Item, other: Item): Trouble {
    if (one.as !== 'interface' && isRunning(one)) other.users.add(this.partOf(one));
    else if (other.as !== 'interface' && isRunning(other)) one.providers.add(this.partOf(other));
    else return `${kindOf(one)} cannot depend on ${kindOf(other)} here`;
    return null;
  }

  private support(one: Item, other: Item): Trouble {
    if (other.as === 'application') return this.linked(other, one.as === 'capability' ? 'capabilities' : 'processes', one);
    if (other.as === 'component') {
      this.supporters.push({ supported: one, component: other });
      return null;
    }
    if (one.as === 'process' && other.as === 'capability') return this.linked(one, 'capabilities', other);
    return `${kindOf(one)} cannot depend on ${kindOf(other)} here`;
  }

  private useTechnology(one: Item, technology: Item): Trouble {
    if (!isRunning(one)) return `${kindOf(one)} has no technologies here`;
    return this.linked(this.partOf(one), 'technologies', technology);
  }

  private linked(item: Item, field: string, target: Item): Trouble {
    link(item, field, target);
    return null;
  }

  private contain(whole: Item, part: Item): Trouble {
    const pair = `${whole.as} ${part.as}`;
    if (whole === part) return 'contains itself';
    // What one application contains already, another one needs.
    if (pair === 'application component' && part.above !== undefined && part.above !== whole)
      return this.connect(this.partOf(whole), part, {});
    if (pair === 'application component' || pair === 'capability capability' || pair === 'hosting-area hosting-zone')
      return this.putBelow(whole, part);
    if (pair === 'component component' && !isWithin(whole, part)) {
      part.wholeOf ??= whole;
      return null;
    }
    if (whole.as === 'capability' || whole.as === 'process') return this.support(whole, part);
    if (isPlace(whole)) return this.place(part, whole, {});
    return `${kindOf(whole)} cannot contain ${kindOf(part)} here`;
  }

  private putBelow(whole: Item, part: Item): Trouble {
    if (part.above === whole) return null;
    if (part.above !== undefined) return `is part of ${part.above.name} already, and cannot be part of ${whole.name} too`;
    for (let above: Item | undefined = whole; above !== undefined; above = above.above)
      if (above === part) return 'would be part of itself';
    part.above = whole;
    return null;
  }

  private place(one: Item, where: Item, facts: EdgeFacts): Trouble {
    if (one === where) return 'runs on itself';
    if (one.as === 'hosting-zone' && where.as === 'hosting-area') return this.putBelow(where, one);
    if (where.as === 'machine' && (one.as === 'component' || one.as === 'machine')) {
      one.machine ??= where;
      return null;
    }
    if (isPlace(where) && (one.as === 'component' || one.as === 'machine')) return this.linked(one, 'hostingZones', where);
    if (isRunning(where)) return this.depend(one, where, facts);
    return `${kindOf(one)} cannot run in ${kindOf(where)} here`;
  }

  /** Whoever gets data later does not need its source at once; a broker takes what is published to it. */
  private send(source: Item, target: Item, facts: EdgeFacts): Trouble {
    if (!isRunning(source) || !isRunning(target)) return `${kindOf(source)} cannot send to ${kindOf(target)} here`;
    const isBroker = target.fields.kind === 'Queue' || target.fields.kind === 'EventBus';
    const [one, other] = isBroker ? [source, target] : [target, source];
    const dependencyType = isBroker ? 'Publishes' : 'Consumes';
    return this.connect(this.partOf(one), this.partOf(other), { dependencyType, mode: 'Async', ...defined(facts) });
  }
}

const isRunning = ({ as }: Item): boolean => as === 'component' || as === 'application';
const isPlace = ({ as }: Item): boolean => as === 'hosting-zone' || as === 'hosting-area' || as === 'machine';

/** Whether `item` is `part` or a part of it, over any number of levels. */
function isWithin(item: Item, part: Item): boolean {
  const seen = new Set<Item>();
  for (let one: Item | undefined = item; one !== undefined && !seen.has(one); one = one.wholeOf) {
    if (one === part) return true;
    seen.add(one);
  }
  return false;
}
